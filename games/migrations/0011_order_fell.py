from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0010_seat_change_by"),
    ]

    operations = [
        migrations.AddField(
            model_name="standingorder",
            name="fell",
            field=models.CharField(blank=True, default="", help_text="why it was not played when it was due", max_length=200),
        ),
        migrations.AddField(
            model_name="standingorder",
            name="number",
            field=models.PositiveIntegerField(default=1, help_text="its name: a key would tell that others have prepared something"),
            preserve_default=False,
        ),
    ]

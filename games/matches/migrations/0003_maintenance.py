from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0002_sweep'),
    ]

    operations = [
        migrations.AddField(
            model_name='pulse',
            name='maintenance_at',
            field=models.DateTimeField(help_text='since when the site is closed; empty while it is open', null=True),
        ),
    ]

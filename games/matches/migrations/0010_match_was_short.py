from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0009_move_clock'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='was_short',
            field=models.BooleanField(db_default=False, default=False, help_text='over before everyone had chosen two turns, so it counts for nothing'),
        ),
    ]

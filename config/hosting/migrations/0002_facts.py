from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('hosting', '0001_initial'),
    ]

    operations = [
        migrations.AlterField(
            model_name='drill',
            name='faults',
            field=models.JSONField(default=list, help_text='what was wrong, see faults.py'),
        ),
    ]

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('matches', '0006_open_duels'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='duel',
            index=models.Index(models.F('closes_at'), condition=models.Q(('finished_at__isnull', True), ('is_open', True)), name='duel_open'),
        ),
    ]

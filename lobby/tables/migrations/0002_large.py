from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False  # no index that is being made holds up a move

    dependencies = [
        ('matches', '0003_maintenance'),
        ('tables', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='lobby',
            index=models.Index(models.F('created_at'), condition=models.Q(('status', 'waiting')), name='lobby_waiting'),
        ),
    ]

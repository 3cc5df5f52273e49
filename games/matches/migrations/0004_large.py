from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False  # no index that is being made holds up a move

    dependencies = [
        ('matches', '0003_maintenance'),
        ('words', '0001_initial'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='duel',
            index=models.Index(models.F('finished_at'), condition=models.Q(('finished_at__isnull', False)), name='duel_finished'),
        ),
        AddIndexConcurrently(
            model_name='match',
            index=models.Index(models.F('pace'), condition=models.Q(('status', 'running')), name='match_running'),
        ),
        AddIndexConcurrently(
            model_name='match',
            index=models.Index(models.F('id'), condition=models.Q(('end_reason', 'over'), ('players', 1), ('proved_at__isnull', True), ('quarantined_at__isnull', True), ('status', 'finished')), name='match_not_proved'),
        ),
        AddIndexConcurrently(
            model_name='turntimer',
            index=models.Index(models.F('paused_at'), condition=models.Q(('deserted', True)), name='timer_deserted'),
        ),
        AddIndexConcurrently(
            model_name='turntimer',
            index=models.Index(models.F('match'), condition=models.Q(('stood__gt', 60)), name='timer_stood_long'),
        ),
    ]

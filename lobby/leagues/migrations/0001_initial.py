from pathlib import Path

import django.contrib.postgres.fields
import django.db.models.deletion
import games.core.clock
import games.core.table.agreement
import lobby.codes
import lobby.leagues.season.values
from django.conf import settings
from django.db import migrations, models

TRIGGERS = Path(__file__).with_name("triggers.sql").read_text(encoding="utf-8")


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        ('tables', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Division',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('level', models.PositiveSmallIntegerField()),
                ('reach', models.JSONField(default=dict, help_text='the places each player could still reach when we last worked them out')),
            ],
            options={
                'ordering': ['season', 'level'],
            },
        ),
        migrations.CreateModel(
            name='League',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pace', models.CharField(choices=[('live', 'live'), ('correspondence', 'correspondence')], max_length=16)),
                ('budget', models.PositiveIntegerField(help_text='seconds for each turn')),
                ('bank', models.PositiveIntegerField(default=0, help_text='seconds for each player')),
                ('form', models.CharField(choices=[('per_turn', 'per_turn'), ('fischer', 'fischer'), ('no_clock', 'no_clock')], default=games.core.clock.Form['PER_TURN'], max_length=16)),
                ('cap', models.PositiveIntegerField(default=0, help_text='seconds; only for a Fischer clock')),
                ('rest', models.PositiveIntegerField(default=0, help_text="seconds that each player's clock can be stopped in a match")),
                ('holiday', models.BooleanField(default=False, help_text='whether holidays stop the clock')),
                ('on_timeout', models.CharField(choices=[('move', 'move'), ('easy', 'easy'), ('loss', 'loss'), ('excused', 'excused')], default=games.core.table.agreement.OnTimeout['MOVE'], max_length=16)),
                ('spells', models.PositiveSmallIntegerField(default=0, help_text='how many times the computer can step in before a seat is lost; 0: no limit')),
                ('takebacks', models.BooleanField(default=False)),
                ('asks_substitutes', models.BooleanField(default=False, help_text='whether substitutes are asked to take over lost seats')),
                ('slug', models.SlugField(max_length=60, unique=True)),
                ('name', models.CharField(max_length=60)),
                ('about', models.TextField(blank=True, max_length=2000)),
                ('game', models.CharField(max_length=40)),
                ('options', models.JSONField()),
                ('rules', models.JSONField()),
                ('zone', models.CharField(max_length=64)),
                ('code', models.CharField(default=lobby.codes.new_code, max_length=16)),
                ('founded_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(null=True)),
                ('came_from', models.CharField(blank=True, help_text='the site where its first seasons were played', max_length=200)),
                ('club', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='leagues', to='clubs.club')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Announcement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('text', models.TextField(max_length=2000)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='announcements', to='leagues.league')),
            ],
            options={
                'ordering': ['-at'],
            },
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pace', models.CharField(choices=[('live', 'live'), ('correspondence', 'correspondence')], max_length=16)),
                ('budget', models.PositiveIntegerField(help_text='seconds for each turn')),
                ('bank', models.PositiveIntegerField(default=0, help_text='seconds for each player')),
                ('form', models.CharField(choices=[('per_turn', 'per_turn'), ('fischer', 'fischer'), ('no_clock', 'no_clock')], default=games.core.clock.Form['PER_TURN'], max_length=16)),
                ('cap', models.PositiveIntegerField(default=0, help_text='seconds; only for a Fischer clock')),
                ('rest', models.PositiveIntegerField(default=0, help_text="seconds that each player's clock can be stopped in a match")),
                ('holiday', models.BooleanField(default=False, help_text='whether holidays stop the clock')),
                ('on_timeout', models.CharField(choices=[('move', 'move'), ('easy', 'easy'), ('loss', 'loss'), ('excused', 'excused')], default=games.core.table.agreement.OnTimeout['MOVE'], max_length=16)),
                ('spells', models.PositiveSmallIntegerField(default=0, help_text='how many times the computer can step in before a seat is lost; 0: no limit')),
                ('takebacks', models.BooleanField(default=False)),
                ('asks_substitutes', models.BooleanField(default=False, help_text='whether substitutes are asked to take over lost seats')),
                ('number', models.PositiveIntegerField()),
                ('game', models.CharField(max_length=40)),
                ('options', models.JSONField()),
                ('rules', models.JSONField()),
                ('zone', models.CharField(max_length=64)),
                ('phase', models.CharField(default=lobby.leagues.season.values.Phase['PLANNED'], max_length=16)),
                ('registration_at', models.DateTimeField()),
                ('check_in_at', models.DateTimeField()),
                ('starts_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(null=True)),
                ('rounds', models.PositiveSmallIntegerField(default=0)),
                ('round_ends_at', models.DateTimeField(null=True)),
                ('seed', models.CharField(help_text='the published seed for every lot drawn this season', max_length=64)),
                ('held_at', models.DateTimeField(help_text='when the season was put on hold; no step has run since', null=True)),
                ('unreadable_at', models.DateTimeField(help_text="when the season was put on hold because we couldn't read its rules", null=True)),
                ('next_at', models.DateTimeField(db_index=True, help_text="when the next step is due; empty if there's nothing to do", null=True)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seasons', to='leagues.league')),
            ],
            options={
                'ordering': ['league', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Leftover',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('closed_at', models.DateTimeField(null=True)),
                ('lobby', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='left_by_league', to='tables.lobby')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='leftovers', to='leagues.season')),
            ],
        ),
        migrations.CreateModel(
            name='Fixture',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.PositiveSmallIntegerField()),
                ('number', models.PositiveSmallIntegerField()),
                ('purpose', models.CharField(blank=True, max_length=16)),
                ('status', models.CharField(max_length=16)),
                ('opened_at', models.DateTimeField(null=True)),
                ('due_at', models.DateTimeField(null=True)),
                ('extended', models.BooleanField(default=False)),
                ('places', models.JSONField(null=True)),
                ('scores', models.JSONField(null=True)),
                ('how', models.CharField(blank=True, max_length=16)),
                ('ended_at', models.DateTimeField(null=True)),
                ('transcript', models.JSONField(help_text='the transcript of the play-outs, if they settled the match', null=True)),
                ('records', models.JSONField(help_text='the files of its matches, if they were played on another site', null=True)),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='fixtures', to='leagues.division')),
                ('lobby', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='fixture', to='tables.lobby')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='fixtures', to='leagues.season')),
            ],
            options={
                'ordering': ['division', 'round', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Entrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=150)),
                ('joined_at', models.DateTimeField()),
                ('standing', models.CharField(max_length=16)),
                ('rating', models.FloatField(default=0)),
                ('last', models.PositiveSmallIntegerField(null=True)),
                ('last_place', models.PositiveSmallIntegerField(null=True)),
                ('moved', models.SmallIntegerField(default=0)),
                ('pause', models.PositiveSmallIntegerField(null=True)),
                ('checked_in', models.BooleanField(default=False)),
                ('seed', models.PositiveSmallIntegerField(default=0)),
                ('away', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(), default=list, size=None)),
                ('left_at', models.DateTimeField(null=True)),
                ('place', models.PositiveSmallIntegerField(null=True)),
                ('next_level', models.PositiveSmallIntegerField(null=True)),
                ('agreed_at', models.DateTimeField(help_text='when the player promised to play to the end')),
                ('former', models.JSONField(default=list, help_text='who held the place before: their names, and when each passed it on')),
                ('division', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entrants', to='leagues.division')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entrants', to=settings.AUTH_USER_MODEL)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entrants', to='leagues.season')),
            ],
        ),
        migrations.AddField(
            model_name='division',
            name='season',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='leagues.season'),
        ),
        migrations.CreateModel(
            name='StepDone',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=60)),
                ('counts', models.JSONField(help_text='how many people and matches the step affected')),
                ('due_at', models.DateTimeField()),
                ('done_at', models.DateTimeField()),
                ('effects', models.JSONField()),
                ('before', models.JSONField(help_text='what is restored if the step is undone')),
                ('undone_at', models.DateTimeField(null=True)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='leagues.season')),
            ],
            options={
                'ordering': ['season', 'done_at', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Substitute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField()),
                ('asked_at', models.DateTimeField(null=True)),
                ('declined', models.JSONField(default=list, help_text="ids of the places they were offered but didn't take")),
                ('asked_for', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='asked_substitutes', to='leagues.entrant')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='substitutes', to='leagues.season')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='substitutes', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='FixtureSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.PositiveSmallIntegerField()),
                ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='leagues.entrant')),
                ('fixture', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='leagues.fixture')),
            ],
            options={
                'ordering': ['fixture', 'player'],
                'constraints': [models.UniqueConstraint(fields=('fixture', 'player'), name='one_fixture_seat'), models.UniqueConstraint(fields=('fixture', 'entrant'), name='never_against_oneself')],
            },
        ),
        migrations.CreateModel(
            name='LeagueRole',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('organiser', 'organiser'), ('co_organiser', 'co-organiser'), ('referee', 'referee')], max_length=16)),
                ('since', models.DateTimeField()),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roles', to='leagues.league')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='league_roles', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('league', 'user'), name='one_role_in_a_league'), models.UniqueConstraint(condition=models.Q(('role', 'organiser')), fields=('league',), name='one_organiser')],
            },
        ),
        migrations.CreateModel(
            name='LedgerEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('by_name', models.CharField(blank=True, help_text='empty if the site itself did it', max_length=150)),
                ('kind', models.CharField(max_length=40)),
                ('reason', models.CharField(blank=True, max_length=1000)),
                ('data', models.JSONField(help_text='the details of what was done')),
                ('former', models.CharField(max_length=64)),
                ('digest', models.CharField(max_length=64)),
                ('by', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ledger', to='leagues.league')),
            ],
            options={
                'verbose_name_plural': 'ledger entries',
                'ordering': ['league', 'number'],
                'constraints': [models.UniqueConstraint(fields=('league', 'number'), name='one_entry_of_a_number')],
            },
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.UniqueConstraint(fields=('league', 'number'), name='one_season_of_a_number'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('phase__in', ['planned', 'registration', 'check_in', 'drawn_up', 'playing', 'finished', 'cancelled'])), name='season_phase'),
        ),
        migrations.AddConstraint(
            model_name='fixture',
            constraint=models.UniqueConstraint(fields=('division', 'round', 'number'), name='one_fixture_of_a_key'),
        ),
        migrations.AddConstraint(
            model_name='fixture',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('places__isnull', False), ('status', 'over')), models.Q(('status', 'over'), _negated=True), _connector='OR'), name='fixture_over_has_places'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(condition=models.Q(('standing', 'withdrawn'), _negated=True), fields=('season', 'user'), name='one_place_in_a_season'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.UniqueConstraint(fields=('season', 'level'), name='one_division_of_a_level'),
        ),
        migrations.AddConstraint(
            model_name='stepdone',
            constraint=models.UniqueConstraint(condition=models.Q(('undone_at__isnull', True)), fields=('season', 'key'), name='a_step_is_done_once'),
        ),
        migrations.AddConstraint(
            model_name='substitute',
            constraint=models.UniqueConstraint(fields=('season', 'user'), name='one_substitute_of_a_season'),
        ),
        migrations.RunSQL(TRIGGERS),
    ]

import django.db.models.deletion
import games.core.clock
import games.core.table.agreement
import lobby.codes
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('matches', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Lobby',
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
                ('code', models.CharField(default=lobby.codes.new_code, max_length=16, unique=True)),
                ('game', models.CharField(max_length=40)),
                ('options', models.JSONField()),
                ('visibility', models.CharField(choices=[('open', 'Open: listed for everyone'), ('private', 'Private: by code or link only')], default='open', max_length=8)),
                ('start_rule', models.CharField(choices=[('full', 'As soon as all the seats are taken'), ('host', 'When you say so')], default='full', max_length=8)),
                ('status', models.CharField(choices=[('waiting', 'Waiting'), ('started', 'Started'), ('closed', 'Closed')], default='waiting', max_length=8)),
                ('created_at', models.DateTimeField()),
                ('duel', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='lobby', to='matches.duel')),
                ('host', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='hosted', to=settings.AUTH_USER_MODEL)),
                ('match', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='lobby', to='matches.match')),
                ('rematch_of', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rematch', to='matches.match')),
            ],
            options={
                'verbose_name': 'table',
            },
        ),
        migrations.CreateModel(
            name='LobbySeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveSmallIntegerField()),
                ('level', models.CharField(blank=True, max_length=16)),
                ('away_since', models.DateTimeField(help_text='at an open live table: when we first saw that its owner had no page open', null=True)),
                ('kept_for', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='kept_seats', to=settings.AUTH_USER_MODEL)),
                ('lobby', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tables.lobby')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='lobby_seats', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['lobby', 'index'],
            },
        ),
        migrations.AddConstraint(
            model_name='lobby',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('duel__isnull', True), ('match__isnull', False), ('status', 'started')), models.Q(('duel__isnull', False), ('match__isnull', True), ('status', 'started')), models.Q(('duel__isnull', True), ('match__isnull', True), ('status__in', ['waiting', 'closed'])), _connector='OR'), name='lobby_match_when_started'),
        ),
        migrations.AddConstraint(
            model_name='lobbyseat',
            constraint=models.UniqueConstraint(fields=('lobby', 'index'), name='one_lobby_seat_per_index'),
        ),
        migrations.AddConstraint(
            model_name='lobbyseat',
            constraint=models.UniqueConstraint(fields=('lobby', 'user'), name='one_lobby_seat_per_user'),
        ),
        migrations.AddConstraint(
            model_name='lobbyseat',
            constraint=models.CheckConstraint(condition=models.Q(('user__isnull', True), ('level', ''), _connector='OR'), name='lobby_seat_person_or_computer'),
        ),
        migrations.AddConstraint(
            model_name='lobbyseat',
            constraint=models.CheckConstraint(condition=models.Q(('level__in', ['', 'easy', 'medium', 'hard'])), name='lobby_seat_level'),
        ),
    ]

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('leagues', '0001_initial'),
        ('matches', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Result',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=40)),
                ('pace', models.CharField(max_length=16)),
                ('outcome', models.CharField(blank=True, choices=[('won', 'Won'), ('drawn', 'Drawn'), ('lost', 'Lost'), ('alone', 'Played alone'), ('', "Doesn't count")], max_length=8)),
                ('place', models.PositiveSmallIntegerField(help_text='1 is best; shared ones are equal')),
                ('score', models.IntegerField()),
                ('lead', models.IntegerField(help_text='points ahead of the best of the others; empty alone', null=True)),
                ('finished_at', models.DateTimeField()),
                ('is_open', models.BooleanField(help_text='everyone can see it on the profile')),
                ('weighed', models.BooleanField(default=False, help_text='the trophies that follow from it were given')),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='results', to='matches.match')),
                ('own', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='own_results', to='matches.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('outcome', ''), _negated=True), fields=['user', '-finished_at'], name='results_that_count'), models.Index(fields=['own', 'user'], name='result_of_own_match'), models.Index(condition=models.Q(('weighed', False)), fields=['id'], name='results_to_weigh')],
                'constraints': [models.UniqueConstraint(fields=('match', 'user'), name='one_result_of_a_match'), models.CheckConstraint(condition=models.Q(('outcome__in', ['won', 'drawn', 'lost', 'alone', ''])), name='result_outcome')],
            },
        ),
        migrations.CreateModel(
            name='Trophy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=16)),
                ('detail', models.CharField(blank=True, max_length=40)),
                ('at', models.DateTimeField()),
                ('match', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='trophies', to='matches.match')),
                ('season', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='trophies', to='leagues.season')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='trophies', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'trophies',
                'constraints': [models.UniqueConstraint(fields=('user', 'kind', 'detail', 'season'), name='one_trophy_of_a_kind', nulls_distinct=False)],
            },
        ),
    ]

import django.db.models.deletion
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
            name='RatedMatch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=40)),
                ('pace', models.CharField(max_length=16)),
                ('finished_at', models.DateTimeField()),
                ('results', models.JSONField()),
                ('left_out', models.JSONField(default=list)),
                ('why_not', models.CharField(blank=True, choices=[('settings', 'its settings make it a different game'), ('alone', 'you play on your own'), ('no_clock', "there's no clock"), ('too_fast', 'the clock is too fast'), ('computer', 'a computer player takes part'), ('guest', 'a guest takes part'), ('broken_off', "the players didn't end it"), ('too_short', 'it was over before everyone had chosen two turns'), ('no_move', 'nobody made a move'), ('drawn', 'everyone drew without the game deciding it'), ('handed_over', 'a seat changed hands'), ('helped', 'the computer or a substitute played for the winner'), ('often', 'the same people have played many rated matches lately')], max_length=16)),
                ('duel', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rated', to='matches.duel')),
                ('match', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rated', to='matches.match')),
            ],
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=40)),
                ('pace', models.CharField(max_length=16)),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('matches', models.PositiveIntegerField(default=0)),
                ('met', models.JSONField(default=list, help_text='the first few different people it comes from, by id')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'game', 'pace'), name='one_rating_of_a_kind')],
            },
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mu', models.FloatField(help_text='the rating after the match')),
                ('sigma', models.FloatField()),
                ('model', models.CharField(help_text="the rating library's model and version", max_length=60)),
                ('rated', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='ratings.ratedmatch')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('rated', 'user'), name='one_change_of_a_match')],
            },
        ),
    ]

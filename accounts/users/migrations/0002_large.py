from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False  # no index that is being made holds up a move

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('users', '0001_initial'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='user',
            index=models.Index(models.F('date_joined'), condition=models.Q(('is_guest', True)), name='user_guest'),
        ),
        AddIndexConcurrently(
            model_name='user',
            index=models.Index(models.F('date_joined'), condition=models.Q(('is_superuser', True)), name='user_host'),
        ),
    ]

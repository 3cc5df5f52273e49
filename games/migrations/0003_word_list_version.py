"""A match keeps the word list it began with."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_append_only"), ("words", "0002_frozen")]
    operations = [
        migrations.AddField(
            model_name="match",
            name="word_list_version",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="matches",
                to="words.wordlistversion",
            ),
        ),
    ]

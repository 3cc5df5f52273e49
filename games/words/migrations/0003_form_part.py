"""A form belongs to one part of speech of its lemma: mice to the noun mouse, not to the verb."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("words", "0002_frozen")]
    operations = [
        migrations.AddField(
            model_name="form",
            name="part",
            field=models.CharField(
                blank=True,
                default="",
                help_text="of which meanings; all if empty",
                max_length=10,
            ),
            preserve_default=False,
        ),
        migrations.RemoveConstraint(model_name="form", name="one_form_per_lemma"),
        migrations.AddConstraint(
            model_name="form",
            constraint=models.UniqueConstraint(
                fields=("form", "lemma", "part"), name="one_form_per_part"
            ),
        ),
    ]

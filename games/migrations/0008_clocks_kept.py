"""What players did to a clock is append-only too; turns that run get the time they have."""

from django.db import migrations

FORWARD = """
CREATE TRIGGER games_clockchange_append_only BEFORE UPDATE OR DELETE ON games_clockchange
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
UPDATE games_turntimer SET
    thinking = budget + CASE WHEN tempo THEN 0 ELSE coalesce((banks ->> player)::float, 0) END,
    rests = (SELECT coalesce(jsonb_agg(0), '[]') FROM jsonb_array_elements(banks))
WHERE player IS NOT NULL;
"""
BACKWARD = "DROP TRIGGER games_clockchange_append_only ON games_clockchange;"


class Migration(migrations.Migration):
    dependencies = [("games", "0007_table_agreement")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]

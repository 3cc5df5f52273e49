"""The log of a match is append-only: the database itself refuses to change or remove an entry."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION games_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log of a match is append-only (% on %)', TG_OP, TG_TABLE_NAME;
END $$;
CREATE TRIGGER games_move_append_only BEFORE UPDATE OR DELETE ON games_move
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
CREATE TRIGGER games_seatchange_append_only BEFORE UPDATE OR DELETE ON games_seatchange
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
CREATE TRIGGER games_matchsecret_append_only BEFORE UPDATE OR DELETE ON games_matchsecret
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
"""
BACKWARD = """
DROP TRIGGER games_move_append_only ON games_move;
DROP TRIGGER games_seatchange_append_only ON games_seatchange;
DROP TRIGGER games_matchsecret_append_only ON games_matchsecret;
DROP FUNCTION games_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]

"""The ledger of a league is append-only: the database itself refuses to change or remove an entry."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION leagues_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the ledger of a league is append-only (% on %)', TG_OP, TG_TABLE_NAME;
END $$;
CREATE TRIGGER leagues_ledgerentry_append_only BEFORE UPDATE OR DELETE ON leagues_ledgerentry
    FOR EACH ROW EXECUTE FUNCTION leagues_refuse_change();
"""
BACKWARD = """
DROP TRIGGER leagues_ledgerentry_append_only ON leagues_ledgerentry;
DROP FUNCTION leagues_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [("leagues", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]

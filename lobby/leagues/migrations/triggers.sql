-- The ledger of a league is append-only: the database refuses to change or remove an entry.

CREATE FUNCTION leagues_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the ledger of a league is append-only (% on %)', TG_OP, TG_TABLE_NAME;
END $$;
CREATE TRIGGER leagues_ledgerentry_append_only BEFORE UPDATE OR DELETE ON leagues_ledgerentry
    FOR EACH ROW EXECUTE FUNCTION leagues_refuse_change();

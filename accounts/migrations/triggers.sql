-- What the database itself refuses: calendars and rulings are kept as they were.

CREATE FUNCTION accounts_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'calendars are not changed but chosen anew (% on %)', TG_OP, TG_TABLE_NAME;
END $$;
CREATE TRIGGER accounts_calendarchoice_append_only BEFORE UPDATE ON accounts_calendarchoice
    FOR EACH ROW EXECUTE FUNCTION accounts_refuse_change();

CREATE FUNCTION accounts_keep_ruling() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what moderators decided is kept (% on %)', TG_OP, TG_TABLE_NAME;
END $$;
CREATE TRIGGER accounts_ruling_append_only BEFORE UPDATE OR DELETE ON accounts_ruling
    FOR EACH ROW EXECUTE FUNCTION accounts_keep_ruling();

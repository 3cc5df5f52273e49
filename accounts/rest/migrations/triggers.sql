-- What the database itself refuses: calendars are kept as they were.

CREATE FUNCTION rest_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'calendars are not changed but chosen anew (% on %)', TG_OP, TG_TABLE_NAME;
END $$;
CREATE TRIGGER rest_calendarrow_append_only BEFORE UPDATE ON rest_calendarrow
    FOR EACH ROW EXECUTE FUNCTION rest_refuse_change();

-- What happened at a table is append-only: the database refuses to change or remove an entry.

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
CREATE TRIGGER games_clockchange_append_only BEFORE UPDATE OR DELETE ON games_clockchange
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();

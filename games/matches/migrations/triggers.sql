-- What happened at a table is append-only: the database refuses to change or remove an entry.

CREATE FUNCTION matches_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log of a match is append-only (% on %)', TG_OP, TG_TABLE_NAME;
END $$;
CREATE TRIGGER matches_move_append_only BEFORE UPDATE OR DELETE ON matches_move
    FOR EACH ROW EXECUTE FUNCTION matches_refuse_change();
CREATE TRIGGER matches_seatchange_append_only BEFORE UPDATE OR DELETE ON matches_seatchange
    FOR EACH ROW EXECUTE FUNCTION matches_refuse_change();
CREATE TRIGGER matches_matchsecret_append_only BEFORE UPDATE OR DELETE ON matches_matchsecret
    FOR EACH ROW EXECUTE FUNCTION matches_refuse_change();
CREATE TRIGGER matches_clockchange_append_only BEFORE UPDATE OR DELETE ON matches_clockchange
    FOR EACH ROW EXECUTE FUNCTION matches_refuse_change();

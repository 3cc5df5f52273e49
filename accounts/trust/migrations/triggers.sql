-- What the database itself refuses: decisions are kept as they were.

CREATE FUNCTION trust_keep_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what moderators decided is kept (% on %)', TG_OP, TG_TABLE_NAME;
END $$;
CREATE TRIGGER trust_decision_append_only BEFORE UPDATE OR DELETE ON trust_decision
    FOR EACH ROW EXECUTE FUNCTION trust_keep_decision();

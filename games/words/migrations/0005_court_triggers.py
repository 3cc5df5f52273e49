"""What the database itself sees to: two votes, facts that stay, and a note of every change."""

from django.db import migrations

VOTES = """
-- How many moderators must agree on a proposal. One is enough for a house list, and for a label
-- that changes only what is shown; a slur is playable nowhere by default, so it takes two.
CREATE FUNCTION words_votes(asked words_proposal) RETURNS integer LANGUAGE sql STABLE AS $$
    SELECT CASE
        WHEN EXISTS (
            SELECT FROM words_wordlist WHERE id = asked.word_list_id AND base_id IS NOT NULL
        ) THEN 1
        WHEN asked.kind = 'relabel' AND asked.label <> 'slur'
            AND NOT EXISTS (
                SELECT FROM words_label WHERE word = asked.word AND kind = 'slur'
            )
            AND NOT EXISTS (
                SELECT FROM words_proposal
                WHERE word = asked.word AND kind IN ('add', 'relabel') AND label = 'slur'
                  AND status = 'accepted' AND published_at IS NULL
            )
        THEN 1
        ELSE 2
    END
$$;

CREATE FUNCTION words_guard_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    agreed integer;
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'a proposal is kept for ever (% on %)', TG_OP, TG_TABLE_NAME;
    END IF;
    IF TG_OP = 'INSERT' THEN
        IF NEW.status <> 'open' OR NEW.published_at IS NOT NULL THEN
            RAISE EXCEPTION 'a proposal begins open';
        END IF;
        RETURN NEW;
    END IF;
    IF to_jsonb(OLD) - '{status,decided_at,published_at,proposer_id}'::text[]
        <> to_jsonb(NEW) - '{status,decided_at,published_at,proposer_id}'::text[]
        OR (NEW.proposer_id IS NOT NULL AND NEW.proposer_id IS DISTINCT FROM OLD.proposer_id)
    THEN
        RAISE EXCEPTION 'what was proposed never changes';
    END IF;
    IF NEW.status = OLD.status THEN
        IF NEW.decided_at IS DISTINCT FROM OLD.decided_at THEN
            RAISE EXCEPTION 'what was decided never changes';
        END IF;
        IF NEW.published_at IS DISTINCT FROM OLD.published_at
            AND (OLD.published_at IS NOT NULL OR NEW.status <> 'accepted')
        THEN
            RAISE EXCEPTION 'only what was accepted is published, and once';
        END IF;
        RETURN NEW;
    END IF;
    IF OLD.status <> 'open' OR NEW.published_at IS NOT NULL THEN
        RAISE EXCEPTION 'what was decided never changes';
    END IF;
    IF NEW.status IN ('accepted', 'rejected') THEN
        SELECT count(*) INTO agreed FROM words_verdict
        WHERE proposal_id = NEW.id AND accepted = (NEW.status = 'accepted');
        IF agreed < words_votes(OLD) THEN
            RAISE EXCEPTION 'this takes the verdicts of more moderators';
        END IF;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER words_proposal_guarded BEFORE INSERT OR UPDATE OR DELETE ON words_proposal
    FOR EACH ROW EXECUTE FUNCTION words_guard_proposal();

CREATE FUNCTION words_guard_verdict() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    asked words_proposal;
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'a verdict is kept for ever';
    END IF;
    IF TG_OP = 'UPDATE' THEN
        IF NEW.moderator_id IS NULL
            AND to_jsonb(OLD) - 'moderator_id' = to_jsonb(NEW) - 'moderator_id'
        THEN
            RETURN NEW;  -- the account is gone, the verdict stays
        END IF;
        RAISE EXCEPTION 'a verdict never changes';
    END IF;
    SELECT * INTO asked FROM words_proposal WHERE id = NEW.proposal_id FOR UPDATE;
    IF asked.status <> 'open' THEN
        RAISE EXCEPTION 'this is decided already';
    END IF;
    IF NEW.moderator_id IS NULL THEN
        RAISE EXCEPTION 'a verdict is somebody''s';
    END IF;
    IF NEW.moderator_id = asked.proposer_id AND NOT EXISTS (
        SELECT FROM words_wordlist WHERE id = asked.word_list_id AND base_id IS NOT NULL
    ) THEN
        RAISE EXCEPTION 'nobody decides on a proposal of his own';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER words_verdict_guarded BEFORE INSERT OR UPDATE OR DELETE ON words_verdict
    FOR EACH ROW EXECUTE FUNCTION words_guard_verdict();
"""

KEPT = """
CREATE FUNCTION words_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'this is kept as it is (% on %)', TG_OP, TG_TABLE_NAME;
END $$;
CREATE TRIGGER words_batch_kept BEFORE UPDATE OR DELETE ON words_batch
    FOR EACH ROW EXECUTE FUNCTION words_keep();
CREATE TRIGGER words_edition_kept BEFORE DELETE ON words_edition
    FOR EACH ROW EXECUTE FUNCTION words_keep();
CREATE TRIGGER words_edition_once BEFORE UPDATE ON words_edition
    FOR EACH ROW
    WHEN ((OLD.published_at IS NOT NULL OR OLD.cancelled_at IS NOT NULL)
        AND to_jsonb(OLD) - 'by_id' <> to_jsonb(NEW) - 'by_id')
    EXECUTE FUNCTION words_keep();
CREATE TRIGGER words_audit_append_only BEFORE UPDATE OR DELETE ON words_audit
    FOR EACH ROW EXECUTE FUNCTION words_keep();

DROP TRIGGER words_list_keeps_its_tier ON words_wordlist;
CREATE TRIGGER words_list_keeps_its_tier BEFORE UPDATE ON words_wordlist
    FOR EACH ROW
    WHEN (OLD.max_tier <> NEW.max_tier OR OLD.slug <> NEW.slug
        OR OLD.base_id IS DISTINCT FROM NEW.base_id)
    EXECUTE FUNCTION words_refuse();

CREATE FUNCTION words_only_decided() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM words_proposal WHERE id = NEW.proposal_id AND status = 'accepted'
    ) THEN
        RAISE EXCEPTION 'only what was accepted is published';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER words_change_decided BEFORE INSERT OR UPDATE ON words_change
    FOR EACH ROW WHEN (NEW.proposal_id IS NOT NULL) EXECUTE FUNCTION words_only_decided();
"""

AUDIT = """
-- One row for a statement, however many rows it changed, so that loading stays quick.
CREATE FUNCTION words_note() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    most CONSTANT integer := 200;
    changed integer;
    was jsonb;
    becomes jsonb;
BEGIN
    IF TG_OP = 'INSERT' THEN
        SELECT count(*) INTO changed FROM new_rows;
    ELSE
        SELECT count(*) INTO changed FROM old_rows;
    END IF;
    IF changed = 0 THEN
        RETURN NULL;
    END IF;
    IF changed <= most AND TG_OP <> 'INSERT' THEN
        SELECT jsonb_agg(to_jsonb(row)) INTO was FROM old_rows row;
    END IF;
    IF changed <= most AND TG_OP <> 'DELETE' THEN
        SELECT jsonb_agg(to_jsonb(row)) INTO becomes FROM new_rows row;
    END IF;
    INSERT INTO words_audit (at, person, reason, "table", operation, rows, before, after)
    VALUES (
        clock_timestamp(),
        nullif(current_setting('tilepost.person', true), '')::bigint,
        left(coalesce(current_setting('tilepost.reason', true), ''), 300),
        TG_TABLE_NAME, lower(TG_OP), changed, was, becomes
    );
    RETURN NULL;
END $$;
"""

AUDITED = (
    "words_wordlist", "words_wordlist_moderators", "words_wordlistversion", "words_change",
    "words_label", "words_definition", "words_form", "words_proposal", "words_verdict",
    "words_edition",
)
TABLES = {
    "insert": "NEW TABLE AS new_rows",
    "update": "OLD TABLE AS old_rows NEW TABLE AS new_rows",
    "delete": "OLD TABLE AS old_rows",
}
NOTED = "".join(
    f"CREATE TRIGGER {table}_{operation}_noted AFTER {operation} ON {table}"
    f" REFERENCING {rows} FOR EACH STATEMENT EXECUTE FUNCTION words_note();\n"
    for table in AUDITED
    for operation, rows in TABLES.items()
)
BACKWARD = (
    "".join(
        f"DROP TRIGGER {table}_{operation}_noted ON {table};\n"
        for table in AUDITED
        for operation in TABLES
    )
    + """
DROP FUNCTION words_note();
DROP TRIGGER words_change_decided ON words_change;
DROP FUNCTION words_only_decided();
DROP TRIGGER words_list_keeps_its_tier ON words_wordlist;
CREATE TRIGGER words_list_keeps_its_tier BEFORE UPDATE OF max_tier, slug ON words_wordlist
    FOR EACH ROW WHEN (OLD.max_tier <> NEW.max_tier OR OLD.slug <> NEW.slug)
    EXECUTE FUNCTION words_refuse();
DROP TRIGGER words_audit_append_only ON words_audit;
DROP TRIGGER words_edition_once ON words_edition;
DROP TRIGGER words_edition_kept ON words_edition;
DROP TRIGGER words_batch_kept ON words_batch;
DROP FUNCTION words_keep();
DROP TRIGGER words_verdict_guarded ON words_verdict;
DROP FUNCTION words_guard_verdict();
DROP TRIGGER words_proposal_guarded ON words_proposal;
DROP FUNCTION words_guard_proposal();
DROP FUNCTION words_votes(words_proposal);
"""
)


class Migration(migrations.Migration):
    dependencies = [("words", "0004_court")]
    operations = [migrations.RunSQL(VOTES + KEPT + AUDIT + NOTED, BACKWARD)]

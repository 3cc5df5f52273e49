-- What the database itself sees to: lists that stay, two votes, and a note of every change.

-- --- What matches were played by never changes ---------------------------------------------------

CREATE FUNCTION words_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a published word list never changes (% on %)', TG_OP, TG_TABLE_NAME;
END $$;

CREATE TRIGGER words_version_frozen BEFORE UPDATE OR DELETE ON words_wordlistversion
    FOR EACH ROW WHEN (OLD.published_at IS NOT NULL) EXECUTE FUNCTION words_refuse();

CREATE FUNCTION words_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM words_wordlistversion
        WHERE published_at IS NOT NULL
          AND id IN (CASE WHEN TG_OP = 'INSERT' THEN NEW.version_id ELSE OLD.version_id END,
                     CASE WHEN TG_OP = 'DELETE' THEN OLD.version_id ELSE NEW.version_id END)
    ) THEN
        RAISE EXCEPTION 'a published word list never changes (% on %)', TG_OP, TG_TABLE_NAME;
    END IF;
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER words_change_frozen BEFORE INSERT OR UPDATE OR DELETE ON words_change
    FOR EACH ROW EXECUTE FUNCTION words_refuse_change();

CREATE FUNCTION words_refuse_base() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM words_wordlistversion) THEN
        RAISE EXCEPTION 'the base of the word lists never changes (% on %)', TG_OP, TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER words_base_frozen BEFORE INSERT OR UPDATE OR DELETE ON words_word
    FOR EACH STATEMENT EXECUTE FUNCTION words_refuse_base();
CREATE TRIGGER words_list_keeps_its_tier BEFORE UPDATE ON words_wordlist
    FOR EACH ROW
    WHEN (OLD.max_tier <> NEW.max_tier OR OLD.slug <> NEW.slug
        OR OLD.base_id IS DISTINCT FROM NEW.base_id)
    EXECUTE FUNCTION words_refuse();

-- --- Two votes -----------------------------------------------------------------------------------

-- How many moderators must agree on a proposal. One is enough for a custom list, and for a label
-- that changes only what is shown; a slur is playable nowhere by default, so it takes two.
CREATE FUNCTION words_votes_needed(asked words_proposal) RETURNS integer LANGUAGE sql STABLE AS $$
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
        SELECT count(*) INTO agreed FROM words_vote
        WHERE proposal_id = NEW.id AND accepted = (NEW.status = 'accepted');
        IF agreed < words_votes_needed(OLD) THEN
            RAISE EXCEPTION 'this takes the votes of more moderators';
        END IF;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER words_proposal_guarded BEFORE INSERT OR UPDATE OR DELETE ON words_proposal
    FOR EACH ROW EXECUTE FUNCTION words_guard_proposal();

CREATE FUNCTION words_guard_vote() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    asked words_proposal;
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'a vote is kept for ever';
    END IF;
    IF TG_OP = 'UPDATE' THEN
        IF NEW.moderator_id IS NULL
            AND to_jsonb(OLD) - 'moderator_id' = to_jsonb(NEW) - 'moderator_id'
        THEN
            RETURN NEW;  -- the account is gone, the vote stays
        END IF;
        RAISE EXCEPTION 'a vote never changes';
    END IF;
    SELECT * INTO asked FROM words_proposal WHERE id = NEW.proposal_id FOR UPDATE;
    IF asked.status <> 'open' THEN
        RAISE EXCEPTION 'this is decided already';
    END IF;
    IF NEW.moderator_id IS NULL THEN
        RAISE EXCEPTION 'a vote is somebody''s';
    END IF;
    IF NEW.moderator_id = asked.proposer_id AND NOT EXISTS (
        SELECT FROM words_wordlist WHERE id = asked.word_list_id AND base_id IS NOT NULL
    ) THEN
        RAISE EXCEPTION 'nobody decides on a proposal of their own';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER words_vote_guarded BEFORE INSERT OR UPDATE OR DELETE ON words_vote
    FOR EACH ROW EXECUTE FUNCTION words_guard_vote();

-- --- Kept as it is -------------------------------------------------------------------------------

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

CREATE TRIGGER words_cards_kept BEFORE UPDATE OR DELETE ON words_cards
    FOR EACH ROW EXECUTE FUNCTION words_keep();
CREATE FUNCTION words_only_while_published() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM words_wordlistversion version
        JOIN words_edition edition ON edition.id = version.edition_id
        WHERE version.id = NEW.version_id AND edition.published_at IS NULL
    ) THEN
        RAISE EXCEPTION 'cards are made when their version is published, and not later';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER words_cards_in_time BEFORE INSERT ON words_cards
    FOR EACH ROW EXECUTE FUNCTION words_only_while_published();

-- --- Noted ---------------------------------------------------------------------------------------

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

DO $$
DECLARE
    audited text;
BEGIN
    FOREACH audited IN ARRAY ARRAY[
        'words_wordlist', 'words_wordlist_moderators', 'words_wordlistversion', 'words_change',
        'words_label', 'words_definition', 'words_form', 'words_proposal', 'words_vote',
        'words_edition'
    ] LOOP
        EXECUTE format(
            'CREATE TRIGGER %1$s_insert_noted AFTER INSERT ON %1$s'
            ' REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION words_note()',
            audited);
        EXECUTE format(
            'CREATE TRIGGER %1$s_update_noted AFTER UPDATE ON %1$s'
            ' REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows'
            ' FOR EACH STATEMENT EXECUTE FUNCTION words_note()',
            audited);
        EXECUTE format(
            'CREATE TRIGGER %1$s_delete_noted AFTER DELETE ON %1$s'
            ' REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION words_note()',
            audited);
    END LOOP;
END $$;
CREATE TRIGGER words_cards_insert_noted AFTER INSERT ON words_cards
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION words_note();

"""What matches were played by never changes: the database itself refuses it."""

from django.db import migrations

FORWARD = """
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
CREATE TRIGGER words_list_keeps_its_tier BEFORE UPDATE OF max_tier, slug ON words_wordlist
    FOR EACH ROW WHEN (OLD.max_tier <> NEW.max_tier OR OLD.slug <> NEW.slug)
    EXECUTE FUNCTION words_refuse();
"""
BACKWARD = """
DROP TRIGGER words_list_keeps_its_tier ON words_wordlist;
DROP TRIGGER words_base_frozen ON words_word;
DROP FUNCTION words_refuse_base();
DROP TRIGGER words_change_frozen ON words_change;
DROP FUNCTION words_refuse_change();
DROP TRIGGER words_version_frozen ON words_wordlistversion;
DROP FUNCTION words_refuse();
"""


class Migration(migrations.Migration):
    dependencies = [("words", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]

-- Who got a role on the site, who lost one, and by whom: noted by the database, whoever writes.

CREATE FUNCTION users_note_role(of bigint, what text, called text, is_given boolean) RETURNS void
LANGUAGE sql AS $$
    INSERT INTO users_rolechange (person, kind, name, given, by)
    VALUES (
        of, what, coalesce(called, ''), is_given,
        nullif(current_setting('tilepost.person', true), '')::bigint
    );
$$;

CREATE FUNCTION users_note_flags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.is_staff IS DISTINCT FROM (TG_OP = 'UPDATE' AND OLD.is_staff) THEN
        PERFORM users_note_role(NEW.id, 'staff', '', NEW.is_staff);
    END IF;
    IF NEW.is_superuser IS DISTINCT FROM (TG_OP = 'UPDATE' AND OLD.is_superuser) THEN
        PERFORM users_note_role(NEW.id, 'superuser', '', NEW.is_superuser);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER users_note_new_flags AFTER INSERT ON users_user
    FOR EACH ROW WHEN (NEW.is_staff OR NEW.is_superuser) EXECUTE FUNCTION users_note_flags();
CREATE TRIGGER users_note_other_flags AFTER UPDATE OF is_staff, is_superuser ON users_user
    FOR EACH ROW WHEN (
        (OLD.is_staff, OLD.is_superuser) IS DISTINCT FROM (NEW.is_staff, NEW.is_superuser)
    ) EXECUTE FUNCTION users_note_flags();

CREATE FUNCTION users_note_group() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    held users_user_groups := coalesce(NEW, OLD);
BEGIN
    PERFORM users_note_role(
        held.user_id, 'group', (SELECT name FROM auth_group WHERE id = held.group_id),
        TG_OP = 'INSERT'
    );
    RETURN NULL;
END $$;
CREATE TRIGGER users_note_group AFTER INSERT OR DELETE ON users_user_groups
    FOR EACH ROW EXECUTE FUNCTION users_note_group();

CREATE FUNCTION users_note_permission() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    held users_user_user_permissions := coalesce(NEW, OLD);
BEGIN
    PERFORM users_note_role(
        held.user_id, 'permission', (
            SELECT app_label || '.' || codename
            FROM auth_permission JOIN django_content_type type ON type.id = content_type_id
            WHERE auth_permission.id = held.permission_id
        ), TG_OP = 'INSERT'
    );
    RETURN NULL;
END $$;
CREATE TRIGGER users_note_permission AFTER INSERT OR DELETE ON users_user_user_permissions
    FOR EACH ROW EXECUTE FUNCTION users_note_permission();

CREATE FUNCTION users_keep_role_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'who gave a role is kept (% on %)', TG_OP, TG_TABLE_NAME;
END $$;
CREATE TRIGGER users_rolechange_append_only BEFORE UPDATE OR DELETE ON users_rolechange
    FOR EACH ROW EXECUTE FUNCTION users_keep_role_change();

"""All settings, driven by the environment; docs/hosting/settings.md explains each variable.

Without DATABASE_URL and REDIS_URL the addresses of the embedded servers are used: the same
PostgreSQL and Redis protocols, on sockets below the data directory.
"""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE, SELF

from accounts.edge import addresses
from config import local
from config.local.environment import env
from config.processes import broker, logs

BASE_DIR = Path(__file__).resolve().parent.parent

# The games of this site, in the order players see them: each is a folder below games/.
GAMES = ("tilekingdom", "upwords", "words_with_chilwell", "tiled_of_it", "counting_tiles")

# --- Where the site lives -----------------------------------------------------------------------
SITE_URL = addresses.spell_url(env("SITE_URL", default="http://localhost:8000").rstrip("/"))
SITE_NAME = env("SITE_NAME", default="Tilepost")
HTTPS = SITE_URL.startswith("https://")
_host = urlsplit(SITE_URL).hostname or "localhost"
_HOSTS = [_host] if HTTPS else [_host, "localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = [addresses.spell_host(host) for host in env.list("ALLOWED_HOSTS", default=_HOSTS)]
DATA_DIR = local.data_dir()
SECRET_KEY = env("SECRET_KEY", default="") or local.secret_key()
DEBUG = env.bool("DEBUG", default=False)
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)
# Seconds for which a web process that is to stop lets itself be found: time for a proxy to notice.
WEB_DRAIN = env.float("WEB_DRAIN", default=0.0)

# By this key browsers' push services know the site; who made a device known by another one has to
# allow notices again. They write to the contact if pushes go wrong.
VAPID_PRIVATE_KEY = env("VAPID_PRIVATE_KEY", default="") or local.vapid_key()
VAPID_CONTACT = addresses.spell_url(
    env("VAPID_CONTACT", default=f"https://{_host}" if HTTPS else f"mailto:no-reply@{_host}")
)

# By this key anyone can tell the files of this site's matches from others.
SIGNING_KEY = env("SIGNING_KEY", default="") or local.signing_key()

# --- What it is made of -------------------------------------------------------------------------
INSTALLED_APPS = [
    "config",
    "config.hosting",
    "config.meters",
    "lobby.tables",
    "lobby.clubs",
    "lobby.ratings",
    "lobby.leagues",
    "lobby.records",
    "games.puzzles",
    "games.daily",
    "games.reviews",
    "games.studies",
    "games.matches",
    "games.thinking",
    "games.words",
    *(f"games.{slug}" for slug in GAMES),
    "accounts.users",
    "accounts.notices",
    "accounts.rest",
    "accounts.push",
    "accounts.trust",
    "accounts.feeds",
    "allauth",
    "allauth.account",
    "channels",
    "csp",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.staticfiles",
    "django.forms",
]

MIDDLEWARE = [
    "accounts.edge.middleware.LanguageMiddleware",
    "config.web.unavailable.PatientMiddleware",
    "django.middleware.security.SecurityMiddleware",
    # A page has secrets beside what others wrote: its length is blurred, and tokens against forgery
    # look different each time, so how well a page is compressed gives none away (BREACH).
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "accounts.edge.middleware.ReadableMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.edge.middleware.OwnLanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.edge.middleware.PersonalMiddleware",
    "accounts.edge.middleware.TimeZoneMiddleware",
    "accounts.edge.middleware.SignedInMiddleware",
    # Innermost: what it keeps is one transaction with what the page does.
    "accounts.users.sent_forms.SentFormMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["accounts.users.templatetags.form_ids"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.web.context.site",
            ],
        },
    }
]

# --- Where it keeps things ----------------------------------------------------------------------
_database_url, _redis_url = local.embedded_urls()
DATABASES: dict[str, Any] = {"default": env.db("DATABASE_URL", default=_database_url)}
DATABASES["default"] |= {
    # Each thread keeps its connection, and their number is fixed: see config.local.connections.
    "CONN_MAX_AGE": None,
    "CONN_HEALTH_CHECKS": True,
    # A pooler that hands out connections for a transaction each lets no cursor outlive one.
    "DISABLE_SERVER_SIDE_CURSORS": env.bool("DATABASE_POOLED", default=False),
    "OPTIONS": {
        **DATABASES["default"].get("OPTIONS", {}),
        "connect_timeout": 3,
        # A server on another machine may vanish without a word: nobody waits for it any longer.
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": 10_000,  # milliseconds
        # Statements that come again are planned once for each connection, unless a pooler between
        # loses them.
        "server_side_binding": True,
        "prepare_threshold": 5 if env.bool("DATABASE_PREPARES", default=True) else None,
    },
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Backups want a session of their own, which a pooler between doesn't give.
DATABASE_DIRECT_URL = env("DATABASE_DIRECT_URL", default="")
BACKUP_TO = env("BACKUP_TO", default=str(DATA_DIR / "backups"))  # or s3://bucket/prefix, or none
BACKUP_KEEP = env("BACKUP_KEEP", default="7,4,12")  # days, weeks, months
DRILL_DATABASE_URL = env("DRILL_DATABASE_URL", default="")  # else a cluster is made for each drill

REDIS_URL = env("REDIS_URL", default=_redis_url)
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": [REDIS_URL],
        "VERSION": 2,  # 1 was unsigned; programs of both may run side by side
        "OPTIONS": broker.cache_options(REDIS_URL),
    }
}
CHANNEL_LAYERS = {
    "default": {
        # Pokes may be lost, but the other layer closes an idle socket every five seconds.
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {
            "hosts": [broker.layer_host(REDIS_URL)],
            "prefix": broker.layer_prefix(REDIS_URL, key=SECRET_KEY),
        },
    }
}

# --- Tasks --------------------------------------------------------------------------------------
CELERY_BROKER_URL = broker.queue_url(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False  # a poke that fails is made good by the next sweep
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {
    "games.matches.tasks.sweep_deadlines": {"queue": "clock"},
    "games.matches.tasks.sweep_absences": {"queue": "clock"},
    "games.matches.tasks.enforce_deadlines": {"queue": "clock"},
    "games.matches.tasks.play_computer_turn": {"queue": "bots"},
    "games.reviews.tasks.work_on_reviews": {"queue": "reviews"},
    "games.puzzles.tasks.look_for_puzzles": {"queue": "reviews"},
    "games.daily.tasks.make_challenges": {"queue": "reviews"},
    "games.daily.tasks.settle_answers": {"queue": "reviews"},
    "games.thinking.tasks.work_on_thoughts": {"queue": "reviews"},
}
# A Redis that hangs must not hang the move that wants to poke it.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    **broker.queue_options(REDIS_URL),
    "socket_timeout": 5,
    "socket_connect_timeout": 1,
    # Computer players' turns are fetched by their place: see games.matches.reading.computer_place.
    "priority_steps": [*range(10)],
}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"

REVIEWS_A_DAY = int(env("REVIEWS_A_DAY", default="10"))  # that somebody can ask for
GUEST_REVIEWS_A_DAY = int(env("GUEST_REVIEWS_A_DAY", default="1"))
DAILY = env.bool("DAILY", default=True)  # challenges that are new every day
THINK_UNASKED = env.bool("THINK_UNASKED", default=True)  # reviews and challenges nobody waits for
COMPUTERS_THINK = env.float("COMPUTERS_THINK", default=1.0)  # a share of their usual time

# --- People -------------------------------------------------------------------------------------
AUTH_USER_MODEL = "users.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "my-games"
ACCOUNT_SIGNUP_REDIRECT_URL = "welcome"
LOGOUT_REDIRECT_URL = "home"

# --- Mail ---------------------------------------------------------------------------------------
MAIL_LEAVES = bool(env("EMAIL_URL", default=""))
if MAIL_LEAVES:
    vars().update(env.email_url("EMAIL_URL"))
    EMAIL_TIMEOUT = 20
else:
    # Nobody on a laptop is stuck for want of a mail server: mails stay here, where the
    # administrator can read them on a page, and an address need not be confirmed.
    EMAIL_BACKEND = "accounts.notices.delivery.kept_mails.Backend"
DEFAULT_FROM_EMAIL = addresses.spell_sender(
    env("MAIL_FROM", default=f"{SITE_NAME} <no-reply@{_host}>")
)
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Mails can be answered at this host: where mails stay here it is the site's own, and `serve` takes
# what is sent to it.
REPLY_HOST = addresses.spell_host(env("REPLY_HOST", default="" if MAIL_LEAVES else _host))
# A provider of mail may hand in what it got, if it knows the secret ("name:password").
MAIL_WEBHOOK = env("MAIL_WEBHOOK", default="")
ANYMAIL = {"WEBHOOK_SECRET": env("MAIL_WEBHOOK_SECRET", default="")}

ACCOUNT_ADAPTER = "accounts.notices.delivery.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.users.forms.LogInForm",
    "signup": "accounts.users.forms.SignUpForm",
    "add_email": "accounts.users.forms.AddAddressForm",
    "change_email": "accounts.users.forms.ChangeAddressForm",
    "change_password": "accounts.users.forms.ChangePasswordForm",
    "reset_password": "accounts.users.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.users.forms.ResetPasswordKeyForm",
    "set_password": "accounts.users.forms.SetPasswordForm",
    "request_login_code": "accounts.users.forms.RequestCodeForm",
}
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if MAIL_LEAVES else "optional"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = MAIL_LEAVES
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
# Where mails stay here, somebody has to be asked for the code.
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = (3 if MAIL_LEAVES else 15) * 60
ACCOUNT_EMAIL_NOTIFICATIONS = True  # people learn of changes they did not make
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # a page left open does not give the account away
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_CHANGE_EMAIL = True  # one address: nobody keeps a second key to what is another's
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
# Per network address ("ip"), which a school or a club shares, per person ("user"), and per what is
# told otherwise ("key"). What keeps somebody from an account is counted in accounts.users.tries: by
# account and network address, by the account "anywhere", and by each known device of its owner.
ACCOUNT_RATE_LIMITS = {
    "signup": f"{env.int('SIGNUPS_PER_HOUR', default=20)}/h/ip",
    "guest": f"{env.int('GUESTS_PER_HOUR', default=60)}/h/ip",
    "login": "",  # as are the next two, since they'd count for the owner what strangers do
    "reset_password": "",
    "request_login_code": "",
    "login_failed": "20/m/ip,5/5m/key",
    "login_failed_anywhere": "100/h/key",
    "login_failed_known_device": "10/5m/key",
    "account_mail": "20/h/ip,5/h/key",
    "account_mail_anywhere": "12/h/key",
    "account_mail_known_device": "10/h/key",
    "people_find": "120/m/user",
    "push_device": "30/h/user",
    "push_test": "10/h/user",
    "study_import": "20/5m/user",
    "guest_review": f"{REVIEWS_A_DAY}/d/ip",  # all guests there together, as one with an account
    "answer_address": "10/d/user,5/d/key",
}

# --- Files --------------------------------------------------------------------------------------
STATIC_URL = "/static/"
# Where it is set, files were collected beforehand, and nobody collects them at the start.
STATIC_ARE_THERE = bool(env("STATIC_ROOT", default=""))
STATIC_ROOT = Path(env("STATIC_ROOT", default="") or DATA_DIR / "static")
STATICFILES_DIRS = [BASE_DIR / "static"]  # those of a game are in its own folder
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "config.language.script_messages.MessagesFinder",
]
SERVESTATIC_KEEP_ONLY_HASHED_FILES = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.web.storage.StaticStorage"},
}

# --- Words and times ----------------------------------------------------------------------------
LANGUAGE_CODE = "en-gb"
LANGUAGES = [("en-gb", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
# English with accents, a good deal longer: what stays plain on a page has been forgotten.
PSEUDO_LANGUAGE = env.bool("PSEUDO_LANGUAGE", default=False)
if PSEUDO_LANGUAGE:
    LANGUAGES += [("en-xa", "Accents")]
    LOCALE_PATHS += [DATA_DIR / "pseudo"]
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

# --- Safety -------------------------------------------------------------------------------------
_socket_origin = SITE_URL.replace("http", "ws", 1)
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "worker-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF, _socket_origin],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "object-src": [NONE],
    }
}
PERMISSIONS_POLICY: dict[str, list[str]] = {
    name: []
    for name in ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
}
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
KNOWN_DEVICE_COOKIE_NAME = "__Host-known-device" if HTTPS else "known-device"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "accounts.users.pages.forged"
_ORIGINS = [SITE_URL] if HTTPS else [SITE_URL, SITE_URL.replace("localhost", "127.0.0.1")]
CSRF_TRUSTED_ORIGINS = SOCKET_ORIGINS = _ORIGINS
SECURE_SSL_REDIRECT = HTTPS and env.bool("SSL_REDIRECT", default=True)
SECURE_REDIRECT_EXEMPT = [r"^health/", r"^metrics$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# What runs on other names of the host is no business of ours, unless the host says so.
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and env.bool("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = HTTPS and env.bool("HSTS_PRELOAD", default=False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

# --- What it says of itself ---------------------------------------------------------------------
LOGGING_CONFIG = "config.processes.logs.configure"  # which keeps secrets out of it
LOGGING = logs.settings(
    level=env("LOG_LEVEL", default="WARNING"), kind=env("LOG_FORMAT", default="plain")
)
# Whoever knows it may read the figures of the site at /metrics; without one nobody may.
METRICS_TOKEN = env("METRICS_TOKEN", default="")

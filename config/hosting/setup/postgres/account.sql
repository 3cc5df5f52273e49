-- Run once, when the container's database is made: the site's account and its database. The account
-- isn't a superuser, for those can have the server run programs.
\set password `cat /run/secrets/postgres_password`
CREATE ROLE tilepost LOGIN PASSWORD :'password';
CREATE DATABASE tilepost OWNER tilepost;

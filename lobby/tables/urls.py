"""Addresses of tables."""

from django.urls import path

from lobby.tables.pages import invitations, lists, playing, tables

urlpatterns = [
    path("friend/", invitations.with_a_friend, name="friend-table"),
    path("play/", playing.play_now, name="play"),
    path("practice/", playing.practice, name="practice"),
    path("practice/<slug:slug>/", playing.practise, name="practise"),
    path("tables/", lists.open_tables, name="tables"),
    path("tables/code/", tables.enter_code, name="table-code"),
    path("tables/new/<slug:slug>/", tables.new_table, name="table-new"),
    path("tables/new/<slug:slug>/rated", tables.rated, name="table-rated"),
    path("tables/<str:code>/", tables.table, name="table"),
    path("tables/<str:code>/join", tables.join, name="table-join"),
    path("tables/<str:code>/meanwhile", playing.meanwhile, name="table-meanwhile"),
    path("tables/<str:code>/leave", tables.leave, name="table-leave"),
    path("tables/<str:code>/computer", tables.add_computer, name="table-add-computer"),
    path("tables/<str:code>/computer/remove", tables.remove_computer, name="table-remove-computer"),
    path("tables/<str:code>/release", tables.release, name="table-release"),
    path("tables/<str:code>/start", tables.start, name="table-start"),
    path("match/<slug:public_id>/rematch", tables.rematch, name="match-rematch"),
]

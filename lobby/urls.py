"""Addresses of the lobby."""

from django.urls import path

from lobby import invitations, views

urlpatterns = [
    path("", views.home, name="home"),
    path("friend/", invitations.with_a_friend, name="friend-table"),
    path("practice/", views.practice, name="practice"),
    path("practice/<slug:slug>/", views.practise, name="practise"),
    path("tables/", views.open_tables, name="tables"),
    path("tables/code/", views.enter_code, name="table-code"),
    path("tables/new/<slug:slug>/", views.new_table, name="table-new"),
    path("tables/<str:code>/", views.table, name="table"),
    path("tables/<str:code>/join", views.join, name="table-join"),
    path("tables/<str:code>/leave", views.leave, name="table-leave"),
    path("tables/<str:code>/computer", views.add_computer, name="table-add-computer"),
    path("tables/<str:code>/computer/remove", views.remove_computer, name="table-remove-computer"),
    path("tables/<str:code>/release", views.release, name="table-release"),
    path("tables/<str:code>/start", views.start, name="table-start"),
    path("match/<slug:public_id>/rematch", views.rematch, name="match-rematch"),
    path("my-games/", views.my_games, name="my-games"),
    path("my-games/next/", views.next_turn, name="next-turn"),
]

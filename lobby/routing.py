"""Addresses of the sockets of this app."""

from django.urls import path

from lobby.consumers import MyGamesConsumer, OpenTablesConsumer, TableConsumer
from lobby.home.consumers import NowConsumer

websocket_urlpatterns = [
    path("ws/me/", MyGamesConsumer.as_asgi()),
    path("ws/now/", NowConsumer.as_asgi()),
    path("ws/tables/", OpenTablesConsumer.as_asgi()),
    path("ws/table/<str:code>/", TableConsumer.as_asgi()),
]

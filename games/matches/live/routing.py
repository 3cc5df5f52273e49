"""Addresses of the sockets of this app."""

from django.urls import path

from games.matches.live.consumers import MatchConsumer

websocket_urlpatterns = [
    path("ws/match/<slug:public_id>/", MatchConsumer.as_asgi()),
]

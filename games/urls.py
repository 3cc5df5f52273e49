"""Addresses of tables, rules and lessons."""

from django.urls import path

from games import bench, dictionary, learning, links, records, views

urlpatterns = [
    path("match/<slug:public_id>/", views.match_page, name="match"),
    path("match/<slug:public_id>/view", views.match_view, name="match-view"),
    path("match/<slug:public_id>/moves", views.submit_move, name="match-moves"),
    path("match/<slug:public_id>/preview", views.preview_move, name="match-preview"),
    path("match/<slug:public_id>/begin", views.begin_match, name="match-begin"),
    path("match/<slug:public_id>/replay/", records.replay_page, name="match-replay"),
    path("match/<slug:public_id>/replay/positions", records.positions, name="match-positions"),
    path("match/<slug:public_id>/game.json", records.match_json, name="match-json"),
    path("match/<slug:public_id>/game.txt", records.match_text, name="match-text"),
    path("match/<slug:public_id>/fairness/", records.fairness_page, name="match-fairness"),
    path("fairness/", records.fairness_paper, name="fairness"),
    path("fairness/check_game.py", records.check_script, name="check-script"),
    path("duel/<slug:public_id>/", views.duel_page, name="duel"),
    path("match/<slug:public_id>/reclaim", views.reclaim_seat, name="match-reclaim"),
    path("match/<slug:public_id>/resign", views.resign_match, name="match-resign"),
    path("match/<slug:public_id>/offer", views.answer_offer, name="match-offer"),
    path("match/<slug:public_id>/go_on", views.go_on, name="match-go-on"),
    path("match/<slug:public_id>/give_day", views.give_day, name="match-give-day"),
    path("match/<slug:public_id>/back_to_slow", views.back_to_slow, name="match-slow"),
    path("match/<slug:public_id>/note", views.write_note, name="match-note"),
    path("seat/<str:token>/", links.seat_back, name="seat-back"),
    path("vacancy/<str:token>/", links.vacancy, name="vacancy-call"),
    path("account/bench/", bench.choose, name="bench"),
    path("scores/", views.score_tables, name="scores"),
    path("words/", dictionary.word_index, name="words"),
    path("words/<str:word>/", dictionary.word_page, name="word"),
    path("words/<str:word>/meaning", dictionary.word_meaning, name="word-meaning"),
    path("rules/", views.rules_index, name="rules-index"),
    path("rules/<slug:slug>/", views.rules, name="rules"),
    path("learn/", learning.lesson_index, name="learn-index"),
    path("learn/<slug:slug>/", learning.lesson_page, name="learn"),
    path("learn/<slug:slug>/<int:number>/try", learning.try_turn, name="learn-try"),
    path("learn/<slug:slug>/<int:number>/preview", learning.preview_turn, name="learn-preview"),
]

"""Addresses of reviews."""

from django.urls import path

from games.reviews.pages import learning, review

urlpatterns = [
    path("match/<slug:public_id>/review/", review.review_page, name="match-review"),
    path("match/<slug:public_id>/review/state", review.review_json, name="review-state"),
    path("match/<slug:public_id>/review/ask", review.ask, name="review-ask"),
    path("match/<slug:public_id>/review/idea", review.shown, name="review-idea"),
    path("match/<slug:public_id>/review.json", review.report_json, name="review-json"),
    path("match/<slug:public_id>/review/learn/", learning.learn_page, name="review-learn"),
    path("match/<slug:public_id>/review/learn/<int:ply>/try", learning.try_turn, name="review-try"),
    path("match/<slug:public_id>/review/learn/<int:ply>/show", learning.show, name="review-show"),
    path(
        "match/<slug:public_id>/review/learn/<int:ply>/preview",
        learning.preview_turn,
        name="review-preview",
    ),
]

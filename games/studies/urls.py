"""Addresses of studies."""

from django.urls import path

from games.studies.pages import lists, study

urlpatterns = [
    path("studies/", lists.mine, name="studies"),
    path("studies/import", lists.import_file, name="study-import"),
    path("match/<slug:public_id>/study", lists.make, name="study-make"),
    path("study/<slug:code>/", study.page, name="study"),
    path("study/<slug:code>/views", study.views, name="study-views"),
    path("study/<slug:code>/play", study.play, name="study-play"),
    path("study/<slug:code>/clock", study.clock, name="study-clock"),
    path("study/<slug:code>/preview", study.preview, name="study-preview"),
    path("study/<slug:code>/cut", study.cut, name="study-cut"),
    path("study/<slug:code>/comment", study.comment, name="study-comment"),
    path("study/<slug:code>/rename", study.rename, name="study-rename"),
    path("study/<slug:code>/share", study.share, name="study-share"),
    path("study/<slug:code>/report", study.report, name="study-report"),
    path("study/<slug:code>/delete", lists.delete, name="study-delete"),
]

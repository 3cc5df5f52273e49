"""Addresses of words, word lists and their moderation."""

from django.urls import path

from games.words.pages import custom_lists, editions, imports, proposals, words

urlpatterns = [
    path("words/", words.word_index, name="words"),
    path("words/<str:word>/", words.word_page, name="word"),
    path("words/<str:word>/meaning", words.word_meaning, name="word-meaning"),
    path("words/<str:word>/propose", words.propose_page, name="word-propose"),
    # Not below /words/, where every word has its page, "proposals" too.
    path("proposals/", proposals.queue_page, name="proposals"),
    path("proposals/decide", proposals.decide, name="proposals-decide"),
    path("proposals/labels/", proposals.label_page, name="word-labels"),
    path("word-lists/custom/", custom_lists.index, name="custom-lists"),
    path("word-lists/custom/new/", custom_lists.new_list, name="custom-list-new"),
    path("word-lists/custom/<slug:slug>/", custom_lists.list_page, name="custom-list"),
    path(
        "word-lists/custom/<slug:slug>/describe", custom_lists.describe, name="custom-list-describe"
    ),
    path(
        "word-lists/custom/<slug:slug>/name", custom_lists.name_moderator, name="custom-list-name"
    ),
    path(
        "word-lists/custom/<slug:slug>/dismiss",
        custom_lists.dismiss_moderator,
        name="custom-list-dismiss",
    ),
    path("proposals/draft/", editions.draft_page, name="word-draft"),
    path("proposals/draft/publish", editions.publish, name="word-draft-publish"),
    path("proposals/draft/call_off", editions.call_off, name="word-draft-call-off"),
    path("word-lists/<slug:slug>/", editions.list_page, name="word-list"),
    path("word-lists/<slug:slug>/roll_back", editions.roll_back, name="word-list-roll-back"),
    path("word-lists/<slug:slug>/<int:number>/", editions.version_page, name="word-version"),
    path(
        "word-lists/<slug:slug>/<int:number>/words.<str:form>", imports.export, name="word-export"
    ),
    path("word-lists/<slug:slug>/import/", imports.choose_file, name="word-import"),
    path("word-lists/<slug:slug>/import/check/", imports.check_file, name="word-import-check"),
    path("word-lists/<slug:slug>/import/propose", imports.propose_file, name="word-import-propose"),
    path("word-lists/<slug:slug>/import/discard", imports.discard_file, name="word-import-discard"),
    path("proposals/<slug:public_id>/words.csv", imports.proposed_words, name="proposal-words"),
    path("proposals/<slug:public_id>/", proposals.proposal_page, name="proposal"),
    path("proposals/<slug:public_id>/support", proposals.add_support, name="proposal-support"),
    path("proposals/<slug:public_id>/withdraw", proposals.withdraw, name="proposal-withdraw"),
]

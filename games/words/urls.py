"""Addresses of words, word lists and their moderation."""

from django.urls import path

from games.words.pages import custom_lists, editions, imports, proposals, words

urlpatterns = [
    path("words/", words.word_index, name="words"),
    path("words/<str:word>/", words.word_page, name="word"),
    path("words/<str:word>/meaning", words.word_meaning, name="word-meaning"),
    path("words/<str:word>/propose", words.propose_page, name="word-propose"),
    # The court's pages are not below /words/, where every word has its page, "court" too.
    path("court/", proposals.docket_page, name="court"),
    path("court/decide", proposals.decide, name="court-decide"),
    path("court/labels/", proposals.label_page, name="court-labels"),
    path("court/houses/", custom_lists.house_index, name="houses"),
    path("court/houses/new/", custom_lists.new_house, name="house-new"),
    path("court/houses/<slug:slug>/", custom_lists.house_page, name="house"),
    path("court/houses/<slug:slug>/describe", custom_lists.describe, name="house-describe"),
    path("court/houses/<slug:slug>/name", custom_lists.name_moderator, name="house-name"),
    path("court/houses/<slug:slug>/dismiss", custom_lists.dismiss_moderator, name="house-dismiss"),
    path("court/draft/", editions.draft_page, name="court-draft"),
    path("court/draft/publish", editions.publish, name="court-publish"),
    path("court/draft/call_off", editions.call_off, name="court-call-off"),
    path("court/lists/<slug:slug>/", editions.list_page, name="word-list"),
    path("court/lists/<slug:slug>/roll_back", editions.roll_back, name="court-roll-back"),
    path("court/lists/<slug:slug>/<int:number>/", editions.version_page, name="word-version"),
    path(
        "court/lists/<slug:slug>/<int:number>/words.<str:form>",
        imports.export,
        name="word-export",
    ),
    path("court/lists/<slug:slug>/import/", imports.choose_file, name="word-import"),
    path("court/lists/<slug:slug>/import/check/", imports.check_file, name="word-import-check"),
    path(
        "court/lists/<slug:slug>/import/propose",
        imports.propose_file,
        name="word-import-propose",
    ),
    path(
        "court/lists/<slug:slug>/import/discard",
        imports.discard_file,
        name="word-import-discard",
    ),
    path("court/<slug:public_id>/words.csv", imports.proposed_words, name="proposal-words"),
    path("court/<slug:public_id>/", proposals.proposal_page, name="proposal"),
    path("court/<slug:public_id>/voice", proposals.add_voice, name="proposal-voice"),
    path("court/<slug:public_id>/withdraw", proposals.withdraw, name="proposal-withdraw"),
]

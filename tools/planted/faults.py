"""The faults that ``planted`` plants: one wrong line each, all over the site.

Below a file stand its faults: what is wrong, in a sentence, then a piece of the file's text that
occurs there exactly once, and what stands in its place. When a line of the site changes its fault
has to follow: ``python -m tools.planted --list`` tells which pieces are no longer there.
"""

LIST = r"""
config/settings.py
    Forms are taken without their CSRF token.
    - "django.middleware.csrf.CsrfViewMiddleware",
    +
    The session's cookie may travel without encryption.
    - SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
    + SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = False
    Pages may run scripts that are written into them.
    - "script-src": [SELF],
    + "script-src": [SELF, "'unsafe-inline'"],
config/asgi.py
    Pages of other sites may open sockets.
    - settings.SOCKET_ORIGINS,
    + ["*"],
config/database.py
    Whoever signs in while the cache is away is told of a fault of ours.
    - AWAY = (InterfaceError, OperationalError, redis.ConnectionError, redis.TimeoutError)
    + AWAY = (InterfaceError, OperationalError)
    A move waits no longer for the database than a page does.
    - patience = PATIENCE if request.method in LOOKING else PATIENCE_OF_MOVES
    + patience = PATIENCE
config/local/web.py
    A process that stops leaves a socket open that has just come.
    - if self.stops:  # it opens first, and is then told to come again
    + if self.stops and self.cycle:
config/local/supervisor.py
    A program that keeps dying is started again without a pause.
    - child.pause = 0.0 if steady else min(LONGEST_PAUSE, max(FIRST_PAUSE, 2 * child.pause))
    + child.pause = 0.0
config/local/secret.py
    Every account of the machine can read the site's secret key.
    - os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    + os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
accounts/users/pages.py
    Looking at the link that ends mails ends them.
    - done = request.method == "POST"
    + done = True
accounts/edge/requests.py
    A form can send people on to another site.
    - return url if is_own(url) else ""
    + return url
accounts/edge/tokens.py
    A link that was signed for one act does another one.
    - if signed != act:
    + if not signed:
accounts/users/sessions.py
    Guests are made without a limit.
    - if refusal := ratelimit.consume_or_429(request, action="guest"):
    + if refusal := None:
accounts/users/services.py
    Who makes an account keeps the guest's name at the table.
    - if username != locked.username:
    + if not locked.username:
accounts/feeds/services.py
    A calendar program is not told that an event has moved.
    - return [event.digest, int(sequence) + 1, now.isoformat()]
    + return [event.digest, sequence, changed_at]
accounts/notices/delivery/budget.py
    Mails go out in quiet hours.
    - if night is None or (kind and not kind.optional):
    + if night is None or kind:
    Somebody gets one mail a day more than was chosen.
    - if left <= 0:
    + if left < 0:
accounts/notices/delivery/digests.py
    What a digest has told is told again.
    - status=DeliveryStatus.MERGED, merged_into=digest
    + status=DeliveryStatus.QUEUED, merged_into=digest
accounts/notices/delivery/relay.py
    Mails go out that somebody has switched off.
    - if not choices.wants(user_id=user.pk, kind=kind, channel=delivery.channel):
    + if not choices.is_on(kind, delivery.channel):
accounts/push/sending.py
    A device that its push service no longer knows is not forgotten.
    - push.forget(device=device)
    + push.note_trouble(device=device, trouble="gone")
accounts/push/pages.py
    Pushes go on to a device on which somebody has signed out.
    - devices.unsubscribe(user=user, device_id=device_id)
    + request.session.pop(THIS_DEVICE)
accounts/push/devices.py
    Somebody can remove the device of another person.
    - gone = PushSubscription.objects.filter(pk=device_id, user=user).delete()[0]
    + gone = PushSubscription.objects.filter(pk=device_id).delete()[0]
accounts/rest/rules/calendars.py
    Sleep begins an hour late.
    - yield Stretch(first_instant(zone, down), last_instant(zone, down + asleep))
    + yield Stretch(first_instant(zone, down + DAY / 24), last_instant(zone, down + asleep))
games/core/clock.py
    A deadline is a second late.
    - return at + left
    + return at + left + timedelta(seconds=1)
accounts/rest/rules/holiday.py
    Holiday days are saved without a limit.
    - points = min(points + change, MOST_SAVED * ACTIVE_DAYS_FOR_ONE)
    + points = points + change
accounts/trust/blocking.py
    Whoever was blocked can still sit down with whoever blocked them.
    - if Block.objects.filter(user_id__in=others, blocked_id=user_id).exists():
    + if Block.objects.filter(user_id=user_id, blocked_id__in=others).exists():
accounts/trust/reports.py
    Moderators decide on what they reported themselves.
    - if moderator.pk in (case.about_id, case.reporter_id):
    + if moderator.pk == case.about_id:
lobby/tables/acts/seating.py
    A table can be joined when it is full.
    - free = [seat for seat in seats if not seat.taken and seat.kept_for_id in (None, user.pk)]
    + free = [seat for seat in seats if seat.kept_for_id in (None, user.pk)]
    Anybody can act as the host of a table.
    - if lobby.host_id != user.pk:
    + if lobby.host_id is None:
lobby/tables/reading.py
    The beginning of a table code is enough.
    - filter(code=plain(code))
    + filter(code__startswith=plain(code))
lobby/tables/pages/tables.py
    Whoever did not play a match can ask for a rematch.
    - if matches.seat_of(match_id=match.pk, user_id=user.pk) is None:
    + if user.pk is None:
lobby/clubs/acts.py
    Any code opens a club.
    - if club.joining == Joining.CODE and not is_code(code, club.code):
    + if club.joining == Joining.CODE and not code:
lobby/leagues/reading/access.py
    Everybody who is signed in runs every league.
    - if not isinstance(user, User) or not may(user, league, power):
    + if not isinstance(user, User):
lobby/leagues/acts/earned.py
    An entry of a earned that was changed is not noticed.
    - if entry.former != former or entry.digest != digest(entry):
    + if entry.former != former:
lobby/ratings/strength.py
    Ratings take the winners of a match for its losers.
    - ranks = [float(place or last) for place in places]
    + ranks = [-float(place or last) for place in places]
lobby/leagues/season/standings/standings.py
    A tie-break is reversed: the fewer points those beaten have, the better.
    - return sum(beaten, Fraction(0)) + tally.points * tally.alone
    + return -sum(beaten, Fraction(0)) - tally.points * tally.alone
lobby/leagues/season/pairing/round_robins.py
    The last round of a round robin repeats the first.
    - for r in range(m):
    + for r in (*range(m - 1), 0):
lobby/leagues/season/pairing/swisses.py
    Swiss pairs people who have met before.
    - return times**3
    + return 0
lobby/leagues/season/pairing/knockout.py
    In a knockout the winner goes out.
    - return set(places) - best
    + return best
games/matches/migrations/triggers.sql
    The database lets the log of a match be changed.
    - CREATE TRIGGER matches_move_append_only BEFORE UPDATE OR DELETE ON matches_move
    + CREATE TRIGGER matches_move_append_only BEFORE DELETE ON matches_move
games/core/rng.py
    Draws favour small numbers: none is drawn again.
    - limit = _WORD - _WORD % n
    + limit = _WORD
games/core/codec.py
    Unknown fields are dropped and not refused.
    - if unknown := data.keys() - parts.keys():
    + if unknown := [key for key in data.keys() - parts.keys() if data.pop(key) is data]:
games/core/clock.py
    A move after the deadline gets no grace.
    - return arrived <= due + GRACE[pace].accept
    + return arrived <= due
    Fischer's clock adds nothing after a turn.
    - return min(max(0.0, bank - used) + control.budget, control.cap)
    + return min(max(0.0, bank - used), control.cap)
games/core/log/takeback.py
    A move that is taken back keeps its points.
    - yield Event("undone", event.player, {}, -event.points, event.topic)
    + yield Event("undone", event.player, {}, event.points, event.topic)
    A move that showed something hidden can be taken back.
    - if _shows(game, earlier, after):
    + if _shows(game, after, after):
games/core/extras/orders.py
    A prepared turn is played though what it rests on has changed.
    - case Condition.FOOTING if game.footing(view, order.action) != order.footing:
    + case Condition.FOOTING if order.footing is None:
    A prepared turn is played though it earns less than was asked for.
    - if points is None or points < (order.points or 0):
    + if points is None:
games/matches/play/turns/moving.py
    Somebody moves for the player whose turn it is.
    - if match.to_move != command.player:
    + if match.to_move is None:
    A player lets a random tile fall, which only the clock may do.
    - if is_clocks_own(rules, chosen):
    + if chosen is None:
games/matches/play/telling.py
    No notice is owed when a turn begins.
    - notices.append(_notice("turn", first, match, seat, now + MAIL_AFTER, deadline_at=due))
    + pass
games/matches/play/entering.py
    The notices of a turn that is over are not taken back.
    - cancel_notices(match, match.ply - 1)
    + cancel_notices(match, match.ply)
games/matches/play/turns/deadlines.py
    Clocks move on while players cannot reach the site.
    - if is_silent(now=now):
    + if is_silent(now=now) and ply < 0:
games/matches/play/seats/holding.py
    A seat is lost one absence too early.
    - if match.spells and seat.spells > match.spells:
    + if match.spells and seat.spells >= match.spells:
games/matches/clocks/processes.py
    Who is heard by a process that hangs loses the seat.
    - _have_stay(other, beat_at, now)
    + _ = beat_at
    Who is heard by a process that hangs gets no time back for it.
    - _give_back(seats, row.pk, row.beat_at, now)
    + _ = seats
games/matches/play/seats/seating.py
    What a process heard before it hung takes somebody's presence away.
    - OR heard.until > %s OR coalesce(matches_seat.present_until <= heard.until, TRUE))
    + OR heard.until > %s OR TRUE)
    The computer takes a seat as soon as its owner is not heard.
    - gone = seat.present_until is None or seat.present_until + ABSENCE <= now
    + gone = seat.present_until is None or seat.present_until <= now
    The computer never gives a seat back.
    - seat.controller = Seat.Controller.HUMAN
    + seat.controller = Seat.Controller.EASY
games/matches/play/turns/orders.py
    Somebody drops the prepared turn of another.
    - StandingOrder.objects.filter(match=match, player=player, number=number).delete()
    + StandingOrder.objects.filter(match=match, number=number).delete()
games/matches/play/seats/substitutes.py
    The bench asks people to play with somebody whom they have blocked.
    - .exclude(user_id__in=blocking.apart_from(user_ids=people))
    + .exclude(user_id__in=people)
games/matches/between/manners.py
    An offer is settled when two have agreed, though a third has not.
    - if player not in offer.agreed]
    + if player not in offer.agreed and len(offer.agreed) < 2]
games/matches/reading/views.py
    A viewer is shown the whole position with all hands.
    - seen = rules.observation(state, player)
    + seen = state
games/matches/reading/matches.py
    A match's secret is shown before its end.
    - return not is_running(match) and (
    + return match.ply > 0 and (
    Whoever has lost a seat still gets what it sees.
    - return None if gone and is_running(loaded.match) else seat
    + return seat
games/matches/reading/due.py
    A computer player sees the hands of all others.
    - view=rules.observation(state, seat.player),
    + view=state,
games/matches/reading/records.py
    A high score is shown before the log has proved it.
    - match__proved_at__isnull=False,
    + match__quarantined_at__isnull=True,
games/matches/proofs/replays.py
    A replay does not compare the events.
    - _expect(match, ply, "events", events, move.events)
    + _expect(match, ply, "events", events, events)
    A replay does not compare the secret with what was committed to.
    - _expect(match, 0, "commitment", commitment(secret), match.commitment)
    + _expect(match, 0, "commitment", commitment(secret), commitment(secret))
games/matches/talk/chat.py
    Somebody reads the lines of those they have muted.
    - heard = ChatLine.objects.filter(match_id=match_id).exclude(user_id__in=unheard)
    + heard = ChatLine.objects.filter(match_id=match_id)
    Somebody can say one line more at once than the limit allows.
    - if lately.count() >= MOST_LINES:
    + if lately.count() > MOST_LINES:
games/matches/live/watch.py
    Spectators get the frames of the first seat.
    - player = seat.player if seat else None
    + player = seat.player if seat else 0
    Spectators are told when players talk.
    - players = {socket for socket in sockets if socket.seat_id is not None}
    + players = {*sockets}
games/matches/live/consumers.py
    A socket shows the board of a duel before all have finished.
    - player=seat.player if seat else None):
    + player=seat.player if seat else 0):
games/matches/sweeps.py
    A sweep leaves out one of the matches it finds.
    - for match_id, ply, _ in due:
    + for match_id, ply, _ in due[1:]:
games/matches/proofs/played_words.py
    Words that were taken back count as played.
    - played.pop()
    + pass
games/matches/pages/matches.py
    A move with unknown fields is taken.
    - data.keys() != {"action", "ply", "cmd_id"}:
    + not data.keys() >= {"action", "ply", "cmd_id"}:
games/matches/pages/tries.py
    Moves are tried out without a limit.
    - return cache.incr(key) > most
    + return cache.incr(key) < 0
games/matches/pages/links.py
    Looking at the link of a mail takes the seat back.
    - if request.method == "POST" and seat is not None and state == "held":
    + if seat is not None and state == "held":
games/matches/pages/records.py
    The replay of a running match is shown from every seat.
    - return [] if player is None else [player]
    + return list(range(loaded.match.players))
games/matches/pages/reports.py
    Everybody who is signed in reads the reports.
    - if not (isinstance(user, User) and user.has_perm(reports.HANDLE)):
    + if not isinstance(user, User):
games/matches/post/inbound.py
    A mail from anybody's address plays for an account.
    - if not _is_from(user, mail.sender):
    + if not mail.sender:
    The site answers the mails of one person without end.
    - return cache.incr(key) <= ANSWERS_A_DAY
    + return cache.incr(key) > 0
games/matches/post/keys.py
    The key of a turn opens the next one too.
    - if (match.ply, match.to_move) != (place.ply, place.player) or not queries.is_running(match):
    + if match.to_move != place.player or not queries.is_running(match):
    A new password leaves the keys of turns as they are.
    - alive = user is not None and user.is_active and _stamp(user) == stamp
    + alive = user is not None and user.is_active
games/matches/post/webhook.py
    Mail is taken from whoever does not know the provider's secret.
    - provider.run_validators(request)
    + pass
games/words/migrations/triggers.sql
    One vote is enough to change a list of the site.
    - ELSE 2
    + ELSE 1
    The database lets moderators decide on their own proposals.
    - IF NEW.moderator_id = asked.proposer_id AND NOT EXISTS (
    + IF NEW.moderator_id IS NULL AND NOT EXISTS (
    The database lets a published list be changed.
    - CREATE TRIGGER words_version_frozen BEFORE UPDATE OR DELETE ON words_wordlistversion
    + CREATE TRIGGER words_version_frozen BEFORE DELETE ON words_wordlistversion
games/words/moderation/votes.py
    Votes for and against a word are counted together.
    - if proposal.votes.filter(accepted=given.accepted).count() >= needed(proposal):
    + if proposal.votes.count() >= needed(proposal):
games/words/lists/access.py
    Everybody decides as a word moderator does.
    - return user.has_perm(DECIDE)
    + return user.is_active
games/words/moderation/imports/unpacking.py
    A packed file of words is unpacked without a limit.
    - if size > MOST_BYTES:
    + if size < 0:
games/words/lists/lexicon.py
    A match begins with the oldest version of its word list.
    - newest_id = versions.values_list("pk", flat=True).first()
    + newest_id = versions.values_list("pk", flat=True).last()
games/tilekingdom/position/features.py
    All who have a subject on a feature get its points.
    - return tuple(player for player, count in counts if count == most), tuple(counts)
    + return tuple(player for player, count in counts if count <= most), tuple(counts)
games/tilekingdom/rules.py
    A subject may stand where another stands already.
    - if action.subject in self._open_to_subject(state, cell, PIECES[kind][action.rotation]):
    + if action.subject:
games/upwords/turns/legality.py
    A word with stacked tiles counts as a flat one.
    - if height == len(run):
    + if height >= len(run):
    A play may cover a whole word.
    - if len(run) > 1 and cells.issuperset(run):
    + if len(run) > len(cells) and cells.issuperset(run):
games/upwords/rules.py
    Everybody sees all racks.
    - racks = tuple(rack if seat == player else None for seat, rack in enumerate(state.racks))
    + racks = state.racks
games/words_with_chilwell/turns/scoring.py
    A long word needs one tile more for its bonus.
    - if length >= options.long_length:
    + if length > options.long_length:
games/words_with_chilwell/rules.py
    A word counts that is in no list.
    - if len(word) < SHORTEST or word not in self.words:
    + if len(word) < SHORTEST:
    Everybody sees both hands.
    - hands = tuple(hand if seat == player else None for seat, hand in enumerate(state.hands))
    + hands = state.hands
games/tiled_of_it/turns/building.py
    Points for a card in a word go to whoever does not control it.
    - return card.player if other is None or word.neighbour in taken else other.player
    + return card.player if other is None or word.neighbour not in taken else other.player
    Colour flows backwards along words.
    - if joins[card.text, other.text]:
    + if joins[other.text, card.text]:
games/tiled_of_it/rules.py
    A card of the first turn may cover another.
    - if state.grid[cell] is not None:
    + if cell < 0:
games/counting_tiles/turns/turn.py
    A row is complete too when it comes to one more than its sum.
    - if sum(tile.value for tile in tiles if tile is not None) != self.targets[row]:
    + if sum(tile.value for tile in tiles if tile is not None) - self.targets[row] not in (0, 1):
games/counting_tiles/turns/legality.py
    A tile can be moved again and again.
    - return tile.origin != "moved" and not tile.combined
    + return not tile.combined
static/shell/talk/chat.js
    A page does not show what is said until it is opened anew.
    - if (line === null || line > (this.view?.last ?? 0)) this.refresh();
    + if (line === null) this.refresh();
static/shell/panels/clock.js
    The clock on a page does not stand still in rests.
    - - now - this.rest(now)) / 1000;
    + - now) / 1000;
games/tilekingdom/static/games/tilekingdom/hand/hand.js
    The button that plays a tile is shut once the tile is laid.
    - this.confirm.disabled = !laid || sending;
    + this.confirm.disabled = laid || sending;
"""

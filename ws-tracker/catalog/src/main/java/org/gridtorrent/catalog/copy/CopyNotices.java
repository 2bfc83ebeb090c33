package org.gridtorrent.catalog.copy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.copy.CopyFacts.Spot;
import org.gridtorrent.catalog.copy.CopyNotice.Kind;
import org.gridtorrent.catalog.copy.CopyPlace.Holding;

/** Decides what a content's owner is told about its copies. */
final class CopyNotices {
    private final CopyFacts facts;
    private final CopyPlan plan;

    CopyNotices(CopyFacts facts, CopyPlan plan) {
        this.facts = facts;
        this.plan = plan;
    }

    List<CopyNotice> all() {
        var notices = new ArrayList<CopyNotice>();
        List<Spot> reachable = facts.spots().stream().filter(this::isReachable).toList();
        if (reachable.size() < 2) {
            notices.add(reachable.isEmpty()
                    ? none()
                    : CopyNotice.of(Kind.ONE_COPY, facts.waits().unreachable(),
                            reachable.getFirst().deviceName()));
        }
        if (facts.rule().copies() > 0) {
            lacking().ifPresent(notices::add);
        }
        return List.copyOf(notices);
    }

    boolean isReachable(Spot spot) {
        return spot.place().holding() == Holding.VERIFIED && spot.mayRead()
                && !spot.place().isLongMissing()
                && spot.place().presence().silence(facts.now())
                        .compareTo(facts.waits().unreachable()) <= 0;
    }

    private CopyNotice none() {
        List<String> leaving = names(Holding.LEAVING, true);
        List<String> away = names(Holding.VERIFIED, true);
        List<String> shut = names(Holding.VERIFIED, false);
        if (!leaving.isEmpty()) {
            return CopyNotice.of(Kind.BEING_REMOVED, String.join(", ", leaving));
        }
        if (away.isEmpty() && !shut.isEmpty()) {
            return CopyNotice.of(Kind.ACCESS_LOST, String.join(", ", shut));
        }
        List<String> missing = missing();
        if (!missing.isEmpty()) {
            return CopyNotice.of(Kind.NOT_SHARED, String.join(", ", missing));
        }
        return away.isEmpty()
                ? CopyNotice.of(Kind.NO_COPY)
                : CopyNotice.of(Kind.OFFLINE, facts.waits().unreachable(),
                        String.join(", ", away));
    }

    private List<String> missing() {
        return facts.spots().stream()
                .filter(spot -> spot.place().holding() == Holding.VERIFIED && spot.mayRead()
                        && spot.place().isLongMissing())
                .map(Spot::deviceName).toList();
    }

    private List<String> names(Holding holding, boolean mayRead) {
        return facts.spots().stream().filter(spot -> spot.place().holding() == holding)
                .filter(spot -> spot.mayRead() == mayRead).map(Spot::deviceName).toList();
    }

    private Optional<CopyNotice> lacking() {
        List<CopyPlace> places = facts.spots().stream().map(Spot::place).toList();
        List<CopyPlace> counting = places.stream().filter(plan::counts).toList();
        long always = counting.stream().filter(plan::isAlwaysOn).count();
        int wanted = facts.rule().copies();
        int wantedAlways = facts.rule().alwaysOn();
        if (counting.size() >= wanted && always >= wantedAlways) {
            return Optional.empty();
        }
        long coming = places.stream().filter(p -> p.holding() == Holding.COMING).count();
        boolean isRoomLeft = places.stream().anyMatch(plan::isChoice);
        List<Object> details = new ArrayList<>(List.of(counting.size(), wanted));
        if (wantedAlways > 0) {
            details.addAll(List.of(always, wantedAlways));
        }
        if (coming > 0) {
            details.add(coming);
        }
        return Optional.of(new CopyNotice(kind(wantedAlways > 0, coming > 0, isRoomLeft),
                List.copyOf(details)));
    }

    private static Kind kind(boolean isOfAlwaysOn, boolean isComing, boolean isRoomLeft) {
        if (isComing) {
            return isOfAlwaysOn ? Kind.ALWAYS_ON_UNMET_IN_PROGRESS : Kind.RULE_UNMET_IN_PROGRESS;
        }
        if (isRoomLeft) {
            return isOfAlwaysOn ? Kind.ALWAYS_ON_UNMET : Kind.RULE_UNMET;
        }
        return isOfAlwaysOn ? Kind.ALWAYS_ON_UNMET_NO_ROOM : Kind.RULE_UNMET_NO_ROOM;
    }
}

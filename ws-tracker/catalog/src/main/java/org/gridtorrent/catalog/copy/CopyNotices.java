package org.gridtorrent.catalog.copy;

import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.catalog.copy.CopyFacts.Spot;
import org.gridtorrent.catalog.copy.CopyPlace.Holding;
import org.gridtorrent.catalog.refusal.Durations;

/** What a content's owner is told about its copies, in sentences. */
final class CopyNotices {
    private final CopyFacts facts;
    private final CopyPlan plan;

    CopyNotices(CopyFacts facts, CopyPlan plan) {
        this.facts = facts;
        this.plan = plan;
    }

    List<String> sentences() {
        var sentences = new ArrayList<String>();
        List<Spot> reachable = facts.spots().stream().filter(this::isReachable).toList();
        if (reachable.size() < 2) {
            sentences.add(reachable.isEmpty()
                    ? none()
                    : "Only one verified copy was online within "
                            + Durations.english(facts.waits().unreachable()) + ", on "
                            + reachable.getFirst().deviceName() + ".");
        }
        if (facts.rule().copies() > 0) {
            addLacking(sentences);
        }
        return List.copyOf(sentences);
    }

    boolean isReachable(Spot spot) {
        return spot.place().holding() == Holding.VERIFIED && spot.mayRead()
                && !spot.place().isLongMissing()
                && spot.place().presence().silence(facts.now())
                        .compareTo(facts.waits().unreachable()) <= 0;
    }

    private String none() {
        List<String> leaving = names(Holding.LEAVING, true);
        List<String> away = names(Holding.VERIFIED, true);
        List<String> shut = names(Holding.VERIFIED, false);
        if (!leaving.isEmpty()) {
            return "The last copy is being removed from " + String.join(", ", leaving) + ".";
        }
        if (away.isEmpty() && !shut.isEmpty()) {
            return "No verified copy is available: the users of " + String.join(", ", shut)
                    + " have lost access.";
        }
        List<String> missing = missing();
        if (!missing.isEmpty()) {
            return "No verified copy is shared at present. Check the folder on "
                    + String.join(", ", missing) + ".";
        }
        return away.isEmpty()
                ? "No machine has a verified copy."
                : "No verified copy was online within "
                        + Durations.english(facts.waits().unreachable()) + ": "
                        + String.join(", ", away) + ".";
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

    private void addLacking(List<String> sentences) {
        List<CopyPlace> places = facts.spots().stream().map(Spot::place).toList();
        List<CopyPlace> counting = places.stream().filter(plan::counts).toList();
        long always = counting.stream().filter(plan::isAlwaysOn).count();
        if (counting.size() >= facts.rule().copies() && always >= facts.rule().alwaysOn()) {
            return;
        }
        long coming = places.stream().filter(p -> p.holding() == Holding.COMING).count();
        sentences.add("The copy rule is not met: %d of %d copies exist".formatted(counting.size(),
                facts.rule().copies())
                + (facts.rule().alwaysOn() == 0
                        ? ""
                        : ", %d of %d on always-on machines".formatted(always,
                                facts.rule().alwaysOn()))
                + (coming == 0 ? why(places) : "; " + coming + " more in progress."));
    }

    private String why(List<CopyPlace> places) {
        if (places.stream().anyMatch(plan::isChoice)) {
            return ".";
        }
        return "; no other machine with access is online and offers enough space"
                + " (keep-offer in its configuration).";
    }
}

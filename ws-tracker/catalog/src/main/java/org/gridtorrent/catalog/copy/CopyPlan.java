package org.gridtorrent.catalog.copy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.gridtorrent.catalog.device.CopyWaits;

/**
 * Decides what a rule does next. Pure; belongs to one thread.
 *
 * <p>Stable by two measures for each thing: to count as kept is easy, so that a machine away for a
 * night or a weekend causes nothing; to be chosen, or to make another copy a surplus, is harder. A
 * copy on a machine silent for long is made elsewhere. When the machine is back its copy counts at
 * once, but for some time nothing is withdrawn on its account: so one that comes and goes does not
 * make copies come and go. {@link CopyWaits} says how long.
 */
public final class CopyPlan {
    /** Only a machine heard of within this time is told anything. */
    public static final Duration HERE = Duration.ofMinutes(5);
    private static final Duration VERIFY_MISSED_EVERY = Duration.ofDays(1);
    private static final double COUNTS = 0.1;
    private static final double CHOSEN = 0.2;
    private static final double COUNTS_ALWAYS_ON = 0.90;
    private static final double CHOSEN_ALWAYS_ON = 0.95;
    private static final double GRADES = 10;

    private final CopyRule rule;
    private final long length;
    private final List<CopyPlace> places;
    private final Instant now;
    private final Instant watching;
    private final CopyWaits waits;

    /**
     * @param length of the content, in bytes
     * @param watching since when contacts are heard without a gap: silence before it is nobody's fault
     */
    public CopyPlan(CopyRule rule, long length, List<CopyPlace> places, Instant now,
            Instant watching, CopyWaits waits) {
        this.rule = rule;
        this.length = length;
        this.places = List.copyOf(places);
        this.now = now;
        this.watching = watching;
        this.waits = waits;
    }

    /** Machines that are to get it, not to get it after all, to give it up, to hash it, to mend it. */
    public record Decision(List<String> make, List<String> cancel, List<String> withdraw,
            List<String> verify, List<String> repair) {
        public boolean isEmpty() {
            return make.isEmpty() && cancel.isEmpty() && withdraw.isEmpty() && verify.isEmpty()
                    && repair.isEmpty();
        }
    }

    public Decision decide() {
        List<CopyPlace> withdrawn = withdraw();
        List<CopyPlace> stay = places.stream().filter(place -> !withdrawn.contains(place)).toList();
        return new Decision(ids(make()), ids(cancel()), ids(withdrawn),
                ids(stay.stream().filter(this::isToVerify).toList()),
                ids(stay.stream().filter(this::isToRepair).toList()));
    }

    /** Whether the copy there counts towards the rule. */
    public boolean counts(CopyPlace place) {
        return place.eligible() && place.holding() == CopyPlace.Holding.VERIFIED
                && silence(place).compareTo(waits.lost()) <= 0 && share(place) >= COUNTS;
    }

    /** Whether the machine counts as one that is always on. */
    public boolean isAlwaysOn(CopyPlace place) {
        return place.alwaysOn() && silence(place).compareTo(waits.lostAlwaysOn()) <= 0
                && share(place) >= COUNTS_ALWAYS_ON;
    }

    /** Whether a copy may be put there, as far as the machine itself goes. */
    public boolean isChoice(CopyPlace place) {
        return place.eligible() && !place.refused()
                && place.holding() == CopyPlace.Holding.NOTHING && isHere(place)
                && share(place) >= CHOSEN && place.room() >= length;
    }

    private List<CopyPlace> make() {
        List<CopyPlace> kept = places.stream().filter(p -> counts(p) || isComing(p)).toList();
        int any = rule.copies() - kept.size();
        int always = rule.alwaysOn() - (int) kept.stream().filter(this::isAlwaysOn).count();
        List<CopyPlace> choices = places.stream().filter(this::isChoice).sorted(best()).toList();
        List<CopyPlace> made = new ArrayList<>(
                choices.stream().filter(this::isSurelyAlwaysOn).limit(Math.max(0, always))
                        .toList());
        choices.stream().filter(place -> !made.contains(place))
                .limit(Math.max(0, any - made.size())).forEach(made::add);
        return made;
    }

    /** The most reliable first; among those about as good, the one with most room. */
    private Comparator<CopyPlace> best() {
        return Comparator.comparingLong((CopyPlace place) -> -grade(place))
                .thenComparingLong(place -> -place.room()).thenComparing(CopyPlace::deviceId);
    }

    private List<CopyPlace> cancel() {
        List<CopyPlace> firm = firm();
        return places.stream().filter(place -> place.holding() == CopyPlace.Holding.COMING
                && place.ofRule() && (!isComing(place) || isNeedless(place, firm))).toList();
    }

    /** The least reliable first, and only as long as the rule holds by what is there just now. */
    private List<CopyPlace> withdraw() {
        List<CopyPlace> firm = new ArrayList<>(firm());
        List<CopyPlace> withdrawn = new ArrayList<>();
        List<CopyPlace> worstFirst = places.stream().filter(place -> place.ofRule()
                && (place.holding() == CopyPlace.Holding.VERIFIED
                        || place.holding() == CopyPlace.Holding.DAMAGED)
                && isHere(place)).sorted(best().reversed()).toList();
        for (CopyPlace place : worstFirst) {
            List<CopyPlace> rest = firm.stream().filter(other -> !other.equals(place)).toList();
            if (isNeedless(place, rest) && !rest.isEmpty()) {
                withdrawn.add(place);
                firm.retainAll(rest);
            }
        }
        return withdrawn;
    }

    private boolean isToVerify(CopyPlace place) {
        return rule.copies() > 0 && counts(place) && !place.refused() && isHere(place)
                && !place.checking() && isDoubtful(place);
    }

    private boolean isToRepair(CopyPlace place) {
        return rule.copies() > 0 && place.eligible() && place.ofRule() && !place.refused()
                && place.holding() == CopyPlace.Holding.DAMAGED && isHere(place)
                && !place.checking();
    }

    private boolean isDoubtful(CopyPlace place) {
        Duration since = Duration.between(place.verified().orElse(Instant.EPOCH), now);
        return since.compareTo(
                place.isLongMissing() ? VERIFY_MISSED_EVERY : waits.verifyEvery()) > 0;
    }

    /** Whether the rule holds without this copy, or lacks a machine that is always on, which this one is not. */
    private boolean isNeedless(CopyPlace place, List<CopyPlace> others) {
        boolean mayCountAsAlwaysOn = place.eligible() && place.alwaysOn();
        return others.size() >= rule.copies() && (!mayCountAsAlwaysOn
                || others.stream().filter(this::isSurelyAlwaysOn).count() >= rule.alwaysOn());
    }

    /** Copies on whose account others may go. */
    private List<CopyPlace> firm() {
        return places.stream().filter(place -> counts(place) && isHere(place)
                && share(place) >= CHOSEN && place.presence().returned()
                        .filter(at -> Duration.between(at, now).compareTo(waits.proven()) < 0)
                        .isEmpty())
                .toList();
    }

    private boolean isComing(CopyPlace place) {
        return place.eligible() && place.holding() == CopyPlace.Holding.COMING
                && silence(place).compareTo(waits.patience()) <= 0;
    }

    private boolean isSurelyAlwaysOn(CopyPlace place) {
        return isAlwaysOn(place) && share(place) >= CHOSEN_ALWAYS_ON;
    }

    private boolean isHere(CopyPlace place) {
        return place.presence().silence(now).compareTo(HERE) <= 0;
    }

    private Duration silence(CopyPlace place) {
        Duration heard = Duration.between(watching, now);
        Duration silence = place.presence().silence(now);
        return silence.compareTo(heard) < 0 ? silence : heard;
    }

    private double share(CopyPlace place) {
        return place.presence().share(now);
    }

    private long grade(CopyPlace place) {
        return Math.round(share(place) * GRADES);
    }

    private static List<String> ids(List<CopyPlace> places) {
        return places.stream().map(CopyPlace::deviceId).toList();
    }
}

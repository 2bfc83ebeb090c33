package org.gridtorrent.catalog.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Random;
import org.gridtorrent.catalog.copy.CopyPlace.Holding;
import org.gridtorrent.catalog.copy.CopyPlan.Decision;
import org.gridtorrent.catalog.copy.Laboratory.Hours;
import org.gridtorrent.catalog.copy.Laboratory.Machine;
import org.gridtorrent.catalog.device.CopyWaits;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;

/** Machines that come, go, die and return, and people who get copies: what holds at every moment. */
class CopyPlanSimulationTest {
    private static final int SEEDS = TestScale.of("copies.seeds", 8, 300);

    @Test
    void randomLaboratories_keepTheirRulesAndComeToRest() {
        long first = TestScale.seed("copies.seed");
        int withdrawn = 0;
        for (long seed = first; seed < first + SEEDS; seed++) {
            withdrawn += new Run(seed).check();
        }
        System.out.printf("copies: seeds %d to %d, %d copies withdrawn%n", first,
                first + SEEDS - 1, withdrawn);
        assertThat(withdrawn).isPositive(); // else the invariants were never tried
    }

    private static final class Run {
        private final long seed;
        private final Random random;
        private final Laboratory lab;

        Run(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.lab = new Laboratory(rule());
            lab.lookEvery = 4;
        }

        int check() {
            for (int i = 0; i < 5 + random.nextInt(10); i++) {
                Machine machine = lab.machine(random.nextInt(3) == 0, hours());
                machine.room = random.nextInt(4) * Laboratory.LENGTH;
            }
            lab.machines.getFirst().holdingIt();
            for (int change = 0; change < 15; change++) {
                lab.pass(Duration.ofHours(12 + random.nextInt(120)), this::invariants);
                somethingHappens();
            }
            rest();
            return lab.withdrawn;
        }

        private CopyRule rule() {
            int copies = 1 + random.nextInt(4);
            return new CopyRule(copies, random.nextInt(copies + 1));
        }

        private Hours hours() {
            int begins = random.nextInt(12);
            int lasts = 4 + random.nextInt(10);
            int part = 1 + random.nextInt(99);
            return switch (random.nextInt(4)) {
                case 0, 1 -> _ -> true;
                case 2 -> now -> {
                    int hour = now.atZone(ZoneOffset.UTC).getHour();
                    return hour >= begins && hour < begins + lasts;
                };
                default -> _ -> random.nextInt(100) < part;
            };
        }

        private void somethingHappens() {
            Machine machine = lab.machines.get(random.nextInt(lab.machines.size()));
            switch (random.nextInt(5)) {
                case 0 -> machine.hours = _ -> false;
                case 1 -> machine.hours = hours();
                case 2 -> machine.eligible = random.nextInt(4) > 0;
                case 3 -> {
                    if (machine.up && machine.holding == Holding.NOTHING) {
                        machine.holdingIt();
                    }
                }
                default -> lab.rule = rule();
            }
            // What a person changed may want back what was sent away before it.
            lab.machines.forEach(each -> each.sentAway = Optional.empty());
        }

        private void invariants(Decision decision) {
            Instant now = lab.now;
            for (String id : decision.make()) {
                Machine machine = lab.named(id);
                assertThat(isHere(machine) && machine.eligible && machine.holding == Holding.NOTHING
                        && machine.room >= Laboratory.LENGTH).as(words(decision)).isTrue();
                machine.sentAway.ifPresent(at -> assertThat(Duration.between(at, now))
                        .as(words(decision))
                        .isGreaterThan(CopyWaits.USUAL.lostAlwaysOn().dividedBy(2)));
            }
            for (String id : decision.cancel()) {
                assertThat(lab.named(id).ofRule).as(words(decision)).isTrue();
            }
            if (!decision.withdraw().isEmpty()) {
                assertThat(decision.withdraw()).as(words(decision))
                        .allMatch(id -> lab.named(id).ofRule);
                long left = lab.holders().stream().filter(m -> m.eligible && isHere(m)
                        && !decision.withdraw().contains(m.id)).count();
                assertThat(left).as(words(decision))
                        .isGreaterThanOrEqualTo(Math.max(1, lab.rule.copies()));
            }
        }

        private boolean isHere(Machine machine) {
            return machine.presence.silence(lab.now).compareTo(CopyPlan.HERE) <= 0;
        }

        /** Those that live stay on, and then nothing is to do any more. */
        private void rest() {
            for (Machine machine : lab.machines) {
                boolean alive = machine.up || random.nextBoolean();
                machine.hours = _ -> alive;
            }
            lab.pass(Duration.ofDays(40), this::invariants);
            int made = lab.made;
            lab.pass(Duration.ofDays(40), decision -> assertThat(decision.make().size()
                    + decision.cancel().size() + decision.withdraw().size())
                    .as(words(decision)).isZero());
            assertThat(lab.made).isEqualTo(made);
            assertHeld();
        }

        private void assertHeld() {
            long here = lab.holders().stream().filter(m -> m.up && m.eligible).count();
            long free = lab.machines.stream().filter(m -> m.up && m.eligible
                    && m.holding == Holding.NOTHING && m.room >= Laboratory.LENGTH).count();
            assertThat(here >= lab.rule.copies() || free == 0).as("seed %d: %d copies, %d free",
                    seed, here, free).isTrue();
            long always = lab.holders().stream().filter(m -> m.up && m.eligible && m.alwaysOn)
                    .count();
            assertThat(lab.holders().stream().filter(m -> m.up && m.ofRule)
                    .filter(m -> !m.eligible || !m.alwaysOn || always > lab.rule.alwaysOn()))
                    .as("seed %d: withdrawn is what the rule does not need", seed)
                    .allMatch(_ -> here <= lab.rule.copies());
        }

        private String words(Decision decision) {
            return "seed " + seed + " at " + lab.now + ": " + decision;
        }
    }
}

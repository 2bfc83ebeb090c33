package org.gridtorrent.e2e;

import static org.gridtorrent.e2e.Console.megabytes;
import static org.gridtorrent.e2e.Console.rate;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.gridtorrent.e2e.process.CheckFailure;
import org.gridtorrent.e2e.process.Programs;
import org.gridtorrent.e2e.process.Site;
import org.gridtorrent.e2e.process.Workstation;

/** The demo's steps. */
final class DemoSteps implements AutoCloseable {
    /** The folder that the publisher's machine opens; made before the errand begins. */
    static final String SHELF = "publishers-data";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String GROUP = "runtime-readers";
    private static final String TITLE = "Java runtime, libraries and licences";
    private static final String WORDS = "runtime licences";

    private final Console console;
    private final Programs programs;
    private final Path folder;
    private final Path shelf;
    private final Path data;
    private final List<AutoCloseable> running = new ArrayList<>();

    DemoSteps(Console console, Programs programs, Path folder) {
        this.console = console;
        this.programs = programs;
        this.folder = folder;
        this.shelf = folder.resolve(SHELF);
        this.data = shelf.resolve("jdk");
    }

    /** What the steps hand on to each other. */
    private record Cast(Site site, Actor publisher, Actor member, Actor stranger) {}

    void run() {
        var site = startSite();
        var cast = enrolEverybody(site);
        var original = copyData();
        var group = formGroup(cast);
        var datasetId = publish(cast.publisher(), original);
        get(cast.member(), datasetId, original, "The member finds it by search and presses Get");
        new Refusals(console, cast.site(), cast.publisher(), cast.stranger(), datasetId, TITLE,
                WORDS, folder).run();
        letIn(cast, group);
        var sources = new Sources(List.of(cast.publisher(), cast.member()), datasetId);
        get(cast.stranger(), datasetId, original,
                "The third machine gets it, from both at once, over PTCP");
        console.step("Who sent how much to the third machine", sources::since);
        end();
    }

    private Site startSite() {
        var started = new ArrayList<Site>();
        console.step("A site starts: tracker, pages and database in one program", () -> {
            started.add(Site.start(programs, folder.resolve("site")));
            running.addAll(started);
            return "pages at " + started.getFirst().pages();
        });
        return started.getFirst();
    }

    private Cast enrolEverybody(Site site) {
        var actors = new ArrayList<Actor>();
        console.step("Three people register and enrol a workstation each", () -> {
            for (var name : List.of("publisher", "member", "stranger")) {
                actors.add(Actor.register(programs, site, folder, name));
            }
            actors.getLast().machine().set("transport", "ptcp:4");
            actors.parallelStream().forEach(actor -> {
                if (actor.person().name().equals("publisher")) {
                    actor.goOnline(shelf);
                } else {
                    actor.goOnline();
                }
            });
            running.addAll(0, actors);
            return actors.stream()
                    .map(actor -> actor.machineName() + " at " + actor.machine().listenAddress())
                    .collect(Collectors.joining(", "));
        });
        return new Cast(site, actors.get(0), actors.get(1), actors.get(2));
    }

    private Tree copyData() {
        var copied = new ArrayList<Tree>();
        console.step("The publisher has data: the JDK's own lib/ and legal/", () -> {
            var jdk = Path.of(System.getProperty("java.home"));
            for (var part : List.of("lib", "legal")) {
                Tree.copy(jdk, jdk.resolve(part), data.resolve(part));
            }
            copied.add(Tree.of(data));
            return describe(copied.getFirst());
        });
        return copied.getFirst();
    }

    private static String describe(Tree tree) {
        return "%d files, %s".formatted(tree.files().size(), megabytes(tree.totalLength()));
    }

    private String formGroup(Cast cast) {
        var path = new StringBuilder();
        console.step("The publisher makes a group, invites the member, who accepts", () -> {
            path.append(cast.publisher().person().createGroup(GROUP));
            cast.publisher().person().invite(path.toString(), "member");
            cast.member().person().acceptInvitation(path.toString());
            return "";
        });
        return path.toString();
    }

    private String publish(Actor publisher, Tree original) {
        var id = new StringBuilder();
        console.step("The publisher publishes the folder to the group, in place", () -> {
            long beginNs = System.nanoTime();
            id.append(publisher.person().publish(publisher.machineName(), data.toString(), TITLE,
                    "What a Java program needs to run, and under which terms.", GROUP));
            publisher.awaitPublished(id.toString(), LIMIT);
            return "hashed and announced at " + rate(perSecond(original.totalLength(), beginNs));
        });
        return id.toString();
    }

    private void get(Actor reader, String datasetId, Tree original, String text) {
        console.step(text, () -> {
            var found = reader.person().find(WORDS, TITLE);
            if (!found.equals(datasetId)) {
                throw new CheckFailure("the search found " + found + " instead of " + datasetId);
            }
            long beginNs = System.nanoTime();
            reader.get(datasetId).awaitDone(LIMIT,
                    state -> console.progress("getting", state.bytesDone(),
                            state.bytesTotal(), state.bytesPerSecond(), state.peers()));
            return "%s at %s".formatted(megabytes(original.totalLength()),
                    rate(perSecond(original.totalLength(), beginNs)));
        });
        console.step("Every file of the copy is compared by SHA-256", () -> {
            var copy = Tree.of(copyOf(reader.machine()));
            original.expectSame(copy);
            return describe(copy) + ": all the same; links arrived as files";
        });
    }

    private Path copyOf(Workstation machine) {
        return machine.home().resolve("downloads").resolve(data.getFileName());
    }

    private void letIn(Cast cast, String group) {
        console.step("The stranger asks to join the group; the publisher accepts", () -> {
            cast.stranger().person().askToJoin(group);
            cast.publisher().person().acceptRequest(group);
            return "";
        });
    }

    private void end() {
        console.step("Everything is asked to end, and does so in good order", () -> {
            close();
            return "";
        });
    }

    private static long perSecond(long bytes, long beginNs) {
        return (long) (bytes / Math.max(1e-3, (System.nanoTime() - beginNs) / 1e9));
    }

    /** Ends what still runs: workstations first, the site last. */
    @Override
    public void close() {
        for (var part : List.copyOf(running)) {
            running.remove(part);
            try {
                part.close();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new CheckFailure("not ended: " + e, e);
            }
        }
    }
}

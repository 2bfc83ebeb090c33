package org.gridtorrent.e2e;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.gridtorrent.e2e.process.Programs;
import org.gridtorrent.e2e.process.Site;

/** A site of its own for one test class, with actors and data, under {@code target/it}. */
public final class Stage implements AutoCloseable {
    public static final String GROUP = "detector";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    final Path folder;
    public final Path shelf;
    public final Site site;
    private final Programs programs;
    private final List<Actor> actors = new ArrayList<>();

    private Stage(Path folder, Programs programs, Site site) {
        this.folder = folder;
        this.shelf = folder.resolve("shelf");
        this.programs = programs;
        this.site = site;
    }

    public static Stage open(Class<?> test) throws IOException {
        return open(test, Site::start);
    }

    /** The same, its public data sets open to the world. */
    static Stage openToAnybody(Class<?> test) throws IOException {
        return open(test, Site::startOpen);
    }

    private static Stage open(Class<?> test, BiFunction<Programs, Path, Site> start)
            throws IOException {
        var folder = Programs.root().resolve("bench/e2e/target/it").resolve(test.getSimpleName());
        if (Files.exists(folder)) {
            try (var walk = Files.walk(folder)) {
                for (var path : walk.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        Files.createDirectories(folder.resolve("shelf"));
        var programs = Programs.in(Programs.root());
        return new Stage(folder, programs, start.apply(programs, folder.resolve("site")));
    }

    /** A user with a machine that is online; it opened the shelf. */
    public Actor actor(String name) {
        return actor(name, Optional.empty());
    }

    /** The same, its uploads held to a rate such as {@code 4MB}, a second. */
    public Actor actor(String name, Optional<String> uploadLimit) {
        var actor = Actor.register(programs, site, folder, name);
        uploadLimit.ifPresent(limit -> actor.machine().set("upload-limit", limit));
        actors.add(actor);
        actor.goOnline(shelf);
        return actor;
    }

    /** The same; its daemon listens at that address of this machine alone. */
    Actor actorAt(String name, String listens) {
        var actor = Actor.register(programs, site, folder, name, InetAddress.ofLiteral(listens));
        actors.add(actor);
        actor.goOnline(shelf);
        return actor;
    }

    /** A user whose machine is always on and lets rules for copies fill so much of it. */
    Actor keeper(String name, String room) {
        var actor = Actor.register(programs, site, folder, name);
        actor.machine().set("keep-offer", room);
        actor.machine().set("always-on", "yes");
        actors.add(actor);
        actor.goOnline(shelf);
        return actor;
    }

    /** A group of the owner's with these members; its page's path. */
    public String group(Actor owner, Actor... members) {
        var path = owner.person().createGroup(GROUP);
        for (var member : members) {
            owner.person().invite(path, member.person().name());
            member.person().acceptInvitation(path);
        }
        return path;
    }

    /** Publishes a folder of the shelf to the group, and waits until it can be had. */
    public String publish(Actor publisher, Path data, String title) {
        var id = publisher.person().publish(publisher.machineName(), data.toString(), title,
                "Made for a test", GROUP);
        publisher.awaitPublished(id, LIMIT);
        return id;
    }

    /** Where the actor's copy of a folder of this name arrives. */
    static Path copyOf(Actor reader, Path data) {
        return reader.machine().home().resolve("downloads").resolve(data.getFileName());
    }

    @Override
    public void close() {
        actors.forEach(Actor::close);
        site.close();
    }
}

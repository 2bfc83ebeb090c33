package org.gridtorrent.e2e;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import org.gridtorrent.e2e.process.CommandRunner;
import org.gridtorrent.e2e.process.Programs;
import org.gridtorrent.e2e.process.Site;
import org.jspecify.annotations.Nullable;

/**
 * One test class's users, machines and data, under {@code target/it}. Names of accounts and of the group
 * end with the class's own, since the classes of one JVM share a site ({@code target/it/site-N}).
 */
public final class Stage implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Path ALL = Programs.root().resolve("bench/e2e/target/it");
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();
    private static @Nullable Site shared;

    final Path folder;
    public final Path shelf;
    public final Site site;
    /** The name of the class's group. */
    public final String group;
    private final Programs programs;
    private final String suffix;
    private final CommandRunner commands;
    private final List<Actor> actors = new CopyOnWriteArrayList<>();
    private final boolean alone;

    private Stage(Class<?> test, Site site, Programs programs, CommandRunner commands,
            boolean alone) throws IOException {
        this.folder = ALL.resolve(test.getSimpleName());
        this.shelf = Files.createDirectories(folder.resolve("shelf"));
        this.suffix = "-" + test.getSimpleName().replaceAll("IT$", "").toLowerCase(Locale.ROOT);
        this.group = "detector" + suffix;
        this.site = site;
        this.programs = programs;
        this.commands = commands;
        this.alone = alone;
    }

    /** At the site that this JVM's classes share; strangers have no tracker there, as by default. */
    public static Stage open(Class<?> test) throws IOException {
        return open(test, new CommandsInProcess());
    }

    /** The same; what prepares its machines are processes too, as when users type it. */
    static Stage openWithProcesses(Class<?> test) throws IOException {
        return open(test, CommandRunner.processes(Programs.in(Programs.root())));
    }

    private static Stage open(Class<?> test, CommandRunner commands) throws IOException {
        clear(ALL.resolve(test.getSimpleName()));
        var programs = Programs.in(Programs.root());
        return new Stage(test, shared(programs), programs, commands, false);
    }

    /** At a site of its own, whose end in good order is checked too. */
    static Stage alone(Class<?> test) throws IOException {
        return alone(test, Site::start);
    }

    /** The same; its public data sets are open to the world. */
    static Stage aloneAndOpenToTheWorld(Class<?> test) throws IOException {
        return alone(test, Site::startOpen);
    }

    /** The same; its site is started as given, in the folder that it is handed. */
    static Stage alone(Class<?> test, BiFunction<Programs, Path, Site> start)
            throws IOException {
        var folder = ALL.resolve(test.getSimpleName());
        clear(folder);
        var programs = Programs.in(Programs.root());
        return new Stage(test, start.apply(programs, folder.resolve("site")), programs,
                new CommandsInProcess(), true);
    }

    /** Started by the first class; the end of the JVM ends it. */
    private static synchronized Site shared(Programs programs) throws IOException {
        var running = shared;
        if (running == null) {
            var folder = ALL.resolve(System.getProperty("e2e.site", "site-1"));
            clear(folder);
            running = Site.start(programs, folder.resolve("site"));
            shared = running;
        }
        return running;
    }

    private static void clear(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (var walk = Files.walk(folder)) {
                for (var path : walk.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    /** A user with a machine that is online; it opened the shelf. */
    public Actor actor(String name) {
        return online(registered(name, HERE));
    }

    /** The same, with these lines in its machine's configuration, as {@code upload-limit}. */
    Actor actor(String name, Map<String, String> settings) {
        var actor = registered(name, HERE);
        settings.forEach(actor.machine()::set);
        return online(actor);
    }

    /** The same; its daemon listens at that address of this machine alone. */
    Actor actorAt(String name, String listens) {
        return online(registered(name, InetAddress.ofLiteral(listens)));
    }

    /** A user with an enrolled machine whose daemon does not run. */
    Actor offline(String name) {
        var actor = registered(name, HERE);
        actor.enrol();
        return actor;
    }

    private Actor registered(String name, InetAddress listens) {
        var actor = Actor.register(programs, site, folder, name + suffix, listens, commands);
        actors.add(actor);
        return actor;
    }

    private Actor online(Actor actor) {
        actor.goOnline(shelf);
        return actor;
    }

    /** The class's group, of the owner's with these members; its page's path. */
    public String group(Actor owner, Actor... members) {
        return group(group, owner, members);
    }

    /** A closed group, so that other classes' users do not see it; its page's path. */
    static String group(String name, Actor owner, Actor... members) {
        var path = owner.person().createClosedGroup(name);
        for (var member : members) {
            owner.person().invite(path, member.person().name());
            member.person().acceptInvitation(path);
        }
        return path;
    }

    /** Publishes a folder of the shelf to the class's group, and waits until it can be had. */
    public String publish(Actor publisher, Path data, String title) {
        return publish(publisher, data, title, group);
    }

    /** Publishes a folder of the shelf to a group, and waits until it can be had. */
    static String publish(Actor publisher, Path data, String title, String group) {
        var id = publisher.person().publish(publisher.machineName(), data.toString(), title,
                "Made for a test", group);
        publisher.awaitPublished(id, LIMIT);
        return id;
    }

    /** Where the actor's copy of a folder of this name arrives. */
    static Path copyOf(Actor reader, Path data) {
        return reader.machine().home().resolve("downloads").resolve(data.getFileName());
    }

    /** Ends the machines, and a site of the class's own, in good order. */
    @Override
    public void close() {
        actors.forEach(Actor::close);
        if (alone) {
            site.close();
        }
    }
}

package org.gridtorrent.e2e;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.gridtorrent.e2e.pages.Person;
import org.gridtorrent.e2e.process.Api;
import org.gridtorrent.e2e.process.CheckFailure;
import org.gridtorrent.e2e.process.CommandRunner;
import org.gridtorrent.e2e.process.Polling;
import org.gridtorrent.e2e.process.Programs;
import org.gridtorrent.e2e.process.Site;
import org.gridtorrent.e2e.process.Workstation;

/** A user with one enrolled workstation: what they do on pages, and what their machine does. */
public record Actor(Person person, Workstation machine, Site site) implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Registers an account of this name at the pages; its machine is not yet enrolled. */
    public static Actor register(Programs programs, Site site, Path folder, String name) {
        return register(programs, site, folder, name, InetAddress.getLoopbackAddress(),
                CommandRunner.processes(programs));
    }

    /**
     * The same; the machine's daemon listens at that address.
     *
     * @param calls runs the commands that prepare the machine or ask it something
     */
    public static Actor register(Programs programs, Site site, Path folder, String name,
            InetAddress listens, CommandRunner calls) {
        return new Actor(Person.register(site.pages(), name), new Workstation(programs,
                machineName(name), folder.resolve(name), listens, calls), site);
    }

    /**
     * Enrols the machine, starts its daemon, and waits until the pages know the folders that it opened.
     */
    public void goOnline(Path... openedFolders) {
        enrol();
        for (var folder : openedFolders) {
            machine.open(folder);
        }
        machine.startDaemon();
        for (var folder : openedFolders) {
            Polling.answered("the publish page's knowledge of " + folder, LIMIT,
                    () -> Optional.of(true).filter(_ -> person.mayPublishFrom(folder)));
        }
    }

    /** Enrols the machine with a code from the machines page. */
    public void enrol() {
        machine.enrol(site.pages(), person.enrolmentCode());
    }

    /** The machine's name on the pages. */
    public String machineName() {
        return machineName(person.name());
    }

    private static String machineName(String name) {
        return name + "-machine";
    }

    /** The pages' REST interface in this user's name. */
    public Api api() {
        return Api.of(site.pages(), machine.home());
    }

    /** Waits until the data set can be had; publishing that fails is wrong. */
    public void awaitPublished(String datasetId, Duration limit) {
        Polling.answered("publishing", limit, () -> {
            var dataset = api().get("/datasets/" + datasetId);
            return switch (dataset.path("state").asText().toLowerCase(Locale.ROOT)) {
                case "published" -> Optional.of(true);
                case "failed" -> throw new CheckFailure("publishing failed: " + dataset);
                default -> Optional.empty();
            };
        });
    }

    /** Presses Get for the data set; the transfer that this begins. */
    public Transfer get(String datasetId) {
        return new Transfer(api(), person.get(datasetId, machineName()));
    }

    @Override
    public void close() {
        machine.close();
    }
}

package org.gridtorrent.bench.tracker;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.SSLContext;

/** Machines that enrol at a site, several at a time, each over a connection of its own. */
public final class Enrolments {
    private final SiteAddress site;
    private final List<EnrolledDevice.Applicant> applicants;

    Enrolments(SiteAddress site, List<EnrolledDevice.Applicant> applicants) {
        this.site = site;
        this.applicants = applicants;
    }

    /** All of them, let in, and how fast that was. */
    public record Done(List<EnrolledDevice> machines, LoadGenerator load) {}

    public Done run(int atOnce) throws IOException, InterruptedException {
        SSLContext stranger = site.tls();
        List<EnrolledDevice> machines = Collections.synchronizedList(new ArrayList<>());
        List<LoadGenerator.Caller> callers = new ArrayList<>();
        for (int i = 0; i < atOnce; i++) {
            callers.add(number -> machines
                    .add(applicants.get((int) number).enrol(site, stranger)));
        }
        LoadGenerator load = LoadGenerator.each(applicants.size(), callers, Thread.ofVirtual().factory());
        return new Done(List.copyOf(machines), load);
    }
}

package org.gridtorrent.ccm;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.GeneratedSite;
import org.gridtorrent.catalog.TestDatabase;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.ccm.GeneratedPages.Size;
import org.gridtorrent.ccm.browser.Chromium;
import org.gridtorrent.ccm.browser.Drawing;
import org.gridtorrent.ccm.site.CcmOptions;
import org.gridtorrent.identity.SiteKeys;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How long the pages take with {@code -Dpages.datasets}, {@code pages.people} and {@code pages.groups}:
 * on the server, for one person of each kind without a pause and for {@code -Dpages.crowd} at once
 * who read for two seconds on average between pages; and to draw, where Chromium is installed,
 * {@code -Dpages.draws} times at each width. Printed, not asserted; not part of the build.
 */
class PagesCost {
    private static final Size SIZE = new Size(Integer.getInteger("pages.datasets", 10_000),
            Integer.getInteger("pages.people", 1000), Integer.getInteger("pages.groups", 200));
    private static final int CROWD = Integer.getInteger("pages.crowd", 200);
    private static final long SEED = Long.getLong("pages.seed", 1);
    private static final int DRAWS = Integer.getInteger("pages.draws", 3);
    private static final int ROUNDS = 60;
    private static final int MOST_NAMED = 20;
    private static final int CROWD_PAGES = Integer.getInteger("pages.each", 12);
    private static final double READING_S = 2;
    private static final List<Integer> WIDTHS = List.of(1280, 390);
    private static final URI ANNOUNCE = URI.create("http://192.0.2.1:6969/announce");

    @TempDir
    Path folder;
    private final HttpClient client = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER).build();
    private final AtomicInteger failures = new AtomicInteger();

    @ParameterizedTest
    @EnumSource
    void measure(TestDatabase kind) throws Exception {
        DatabaseLogin login = kind.lasting(folder);
        System.out.printf("%s: %,d data sets, %,d people, %d groups, seed %d%n", kind,
                SIZE.datasets(), SIZE.people(), SIZE.groups(), SEED);
        GeneratedSite.fill(login, SEED, SIZE.datasets(), SIZE.people(), SIZE.groups());
        try (Catalog catalog = Catalog.open(login); Container container = Container.bind(0)) {
            URI url = container.url();
            container.start(new CcmApp(options(url, catalog), catalog), "");
            List<GeneratedPages> crowd = crowd(catalog);
            long beganNs = System.nanoTime();
            get(url, "/search", crowd.getFirst().session());
            System.out.printf("  first search, which reads the index: %.0f ms%n",
                    (System.nanoTime() - beganNs) / 1e6);
            List<GeneratedPages> each = List.of(crowd.getFirst(),
                    GeneratedPages.ofStranger(catalog, SIZE), administrator(catalog));
            one(url, each); // warm
            print("one person", one(url, each));
            print(CROWD + " people at once", crowd(url, crowd));
            System.out.printf("  answers other than 200: %d%n", failures.get());
            if (Chromium.isInstalled()) {
                for (int width : WIDTHS) {
                    printDrawn(width, drawn(url, each, width));
                }
            }
        }
    }

    /** Of a site that is open to the world, so that strangers see data sets too. */
    private CcmOptions options(URI url, Catalog catalog) throws Exception {
        SiteKeys keys = SiteKeys.openOrCreate(folder.resolve("keys"), "lab");
        var backups = new PeopleBackups(folder.resolve("backups"), catalog);
        for (int i = 0; i < 10; i++) {
            backups.make();
        }
        return new CcmOptions("Lab", url, URI.create("https://x:1"), keys.caCertificate(),
                Optional.of(ANNOUNCE), Set.of(), Optional.empty(), Optional.of(folder),
                Optional.of(backups), Optional.empty());
    }

    private static List<GeneratedPages> crowd(Catalog catalog) {
        List<GeneratedPages> crowd = new ArrayList<>();
        for (int i = 0; i < CROWD; i++) {
            int number = i % SIZE.people();
            Account account = catalog.identity().accounts().findByName("user" + number)
                    .orElseThrow();
            crowd.add(GeneratedPages.ofPerson(catalog, SIZE, number, session(catalog, account)));
        }
        return crowd;
    }

    private static GeneratedPages administrator(Catalog catalog) {
        Account account = catalog.identity().accounts().registerAdmin("administrator",
                "Who Runs It",
                GeneratedSite.PASSWORD);
        return GeneratedPages.ofAdministrator(SIZE, session(catalog, account));
    }

    private static String session(Catalog catalog, Account account) {
        return catalog.identity().sessions().open(account, Duration.ofHours(1), "", "").token();
    }

    private Map<String, List<Double>> one(URI url, List<GeneratedPages> people) throws Exception {
        var random = new Random(SEED);
        Map<String, List<Double>> times = new LinkedHashMap<>();
        for (GeneratedPages person : people) {
            for (int i = 0; i < ROUNDS; i++) {
                for (var page : person.draw(random).entrySet()) {
                    times.computeIfAbsent(page.getKey(), _ -> new ArrayList<>())
                            .add(get(url, page.getValue(), person.session()));
                }
            }
        }
        return times;
    }

    private Map<String, List<Double>> crowd(URI url, List<GeneratedPages> crowd)
            throws Exception {
        Map<String, List<Double>> times = Collections.synchronizedMap(new TreeMap<>());
        // Drawn, since generators of neighbouring seeds begin alike, and all would come at one moment.
        var seeds = new Random(SEED);
        long beganNs = System.nanoTime();
        try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (GeneratedPages person : crowd) {
                long seed = seeds.nextLong();
                all.add(people.submit(() -> {
                    browse(url, person, new Random(seed), times);
                    return true;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        }
        int count = times.values().stream().mapToInt(List::size).sum();
        System.out.printf("  %d pages in %.1f s%n", count, (System.nanoTime() - beganNs) / 1e9);
        return times;
    }

    private void browse(URI url, GeneratedPages person, Random random,
            Map<String, List<Double>> times) throws Exception {
        for (int i = 0; i < CROWD_PAGES; i++) {
            LockSupport.parkNanos((long) (-READING_S * 1e9 * Math.log(1 - random.nextDouble())));
            var pages = List.copyOf(person.draw(random).entrySet());
            var page = pages.get(random.nextInt(pages.size()));
            times.computeIfAbsent(page.getKey(),
                    _ -> Collections.synchronizedList(new ArrayList<>()))
                    .add(get(url, page.getValue(), person.session()));
        }
    }

    /** Milliseconds from the request to the end of the answer. */
    private double get(URI url, String path, Optional<String> session) throws Exception {
        var request = HttpRequest.newBuilder(url.resolve(path));
        session.ifPresent(token -> request.header("Cookie", "gridtorrent=" + token));
        long beganNs = System.nanoTime();
        HttpResponse<byte[]> answer = client.send(request.build(), BodyHandlers.ofByteArray());
        double millis = (System.nanoTime() - beganNs) / 1e6;
        // What is drawn by chance may be hidden, or a person who sees nothing of one's own.
        boolean hidden = answer.statusCode() == 404
                && path.matches("/(datasets|report/people)/\\w+");
        if (answer.statusCode() != 200 && !hidden && failures.incrementAndGet() <= MOST_NAMED) {
            System.out.printf("  %d: %s%n", answer.statusCode(), path);
        }
        return millis;
    }

    private static Map<String, List<Drawing>> drawn(URI url, List<GeneratedPages> people,
            int width) {
        var random = new Random(SEED);
        Map<String, List<Drawing>> drawings = new LinkedHashMap<>();
        for (GeneratedPages person : people) {
            for (int i = 0; i < DRAWS; i++) {
                for (var page : person.draw(random).entrySet()) {
                    if (GeneratedPages.isWhole(page.getValue())) {
                        Drawing.of(url, page.getValue(), person.session(), width)
                                .ifPresent(drawing -> drawings
                                        .computeIfAbsent(page.getKey(), _ -> new ArrayList<>())
                                        .add(drawing));
                    }
                }
            }
        }
        return drawings;
    }

    private static void printDrawn(int width, Map<String, List<Drawing>> drawings) {
        System.out.printf("  %-30s %18s %18s %18s%n", "drawn " + width + " wide, ms", "first paint",
                "largest paint", "load");
        System.out.printf("  %-30s %9s %8s %9s %8s %9s %8s%n", "", "p50", "max", "p50", "max",
                "p50", "max");
        drawings.forEach((page, all) -> {
            double[] first = sorted(all.stream().map(Drawing::first));
            double[] largest = sorted(all.stream().map(Drawing::largest));
            double[] load = sorted(all.stream().map(Drawing::load));
            System.out.printf("    %-28s %9.0f %8.0f %9.0f %8.0f %9.0f %8.0f%n", page,
                    at(first, 0.5), at(first, 1), at(largest, 0.5), at(largest, 1),
                    at(load, 0.5), at(load, 1));
        });
    }

    private static void print(String title, Map<String, List<Double>> times) {
        System.out.printf("  %-30s %8s %8s %8s%n", title, "p50 ms", "p95 ms", "max ms");
        times.forEach((page, all) -> {
            double[] sorted = sorted(all.stream());
            System.out.printf("    %-28s %8.1f %8.1f %8.1f  (%s)%n", page, at(sorted, 0.5),
                    at(sorted, 0.95), at(sorted, 1), sorted.length);
        });
    }

    private static double[] sorted(Stream<Double> times) {
        return times.mapToDouble(each -> each).sorted().toArray();
    }

    private static double at(double[] sorted, double part) {
        return sorted[Math.min(sorted.length - 1, (int) (part * sorted.length))];
    }
}

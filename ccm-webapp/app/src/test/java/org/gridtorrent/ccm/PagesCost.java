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
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.gridtorrent.catalog.Account;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.DatabaseLogin;
import org.gridtorrent.catalog.GeneratedSite;
import org.gridtorrent.catalog.TestDatabase;
import org.gridtorrent.identity.SiteKeys;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How long the pages take with {@code -Dpages.datasets}, {@code pages.people} and {@code pages.groups},
 * for one person without a pause and for {@code -Dpages.crowd} at once who read for two seconds on
 * average between pages. Printed, not asserted; not part of the build.
 */
class PagesCost {
    private static final int DATASETS = Integer.getInteger("pages.datasets", 10_000);
    private static final int PEOPLE = Integer.getInteger("pages.people", 1000);
    private static final int GROUPS = Integer.getInteger("pages.groups", 200);
    private static final int CROWD = Integer.getInteger("pages.crowd", 200);
    private static final long SEED = Long.getLong("pages.seed", 1);
    private static final int ROUNDS = 60;
    private static final int CROWD_PAGES = Integer.getInteger("pages.each", 12);
    private static final double READING_S = 2;

    @TempDir
    Path folder;
    private final HttpClient client = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER).build();
    private final AtomicInteger failures = new AtomicInteger();

    @ParameterizedTest
    @EnumSource
    void measure(TestDatabase kind) throws Exception {
        DatabaseLogin login = kind.lasting(folder);
        SiteKeys keys = SiteKeys.openOrCreate(folder.resolve("keys"), "lab");
        System.out.printf("%s: %,d data sets, %,d people, %d groups, seed %d%n", kind, DATASETS,
                PEOPLE, GROUPS, SEED);
        GeneratedSite.fill(login, SEED, DATASETS, PEOPLE, GROUPS);
        try (Catalog catalog = Catalog.open(login); Container container = Container.bind(0)) {
            URI url = container.url();
            container.start(new Ccm(new CcmOptions("Lab", url, URI.create("https://x:1"),
                    keys.caCertificate(), Optional.empty(), Set.of(), Optional.empty(),
                    Optional.empty(), Optional.empty(), Optional.empty()), catalog));
            List<String> cookies = cookies(catalog);
            long beganNs = System.nanoTime();
            get(url, "/search", cookies.getFirst());
            System.out.printf("  first search, which reads the index: %.0f ms%n",
                    (System.nanoTime() - beganNs) / 1e6);
            one(url, cookies.getFirst(), ROUNDS); // warm
            print("one person", one(url, cookies.getFirst(), ROUNDS));
            print(CROWD + " people at once", crowd(url, cookies));
            System.out.printf("  answers other than 200: %d%n", failures.get());
        }
    }

    private static List<String> cookies(Catalog catalog) {
        List<String> cookies = new ArrayList<>();
        for (int i = 0; i < CROWD; i++) {
            Account account = catalog.accounts().findByName("user" + i % PEOPLE).orElseThrow();
            cookies.add("gridtorrent="
                    + catalog.sessions().open(account, Duration.ofHours(1), "", "").token());
        }
        return cookies;
    }

    /** Each page's address, other ones by chance. */
    private static Map<String, String> pages(Random random) {
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("home", "/");
        pages.put("search: nothing", "/search");
        pages.put("search: words", "/search?q=" + List.of("ice", "detector+frames", "co", "vostok",
                "baga", "user" + random.nextInt(PEOPLE)).get(random.nextInt(6)));
        pages.put("search: words and facets", "/search?q=" + List.of("of", "ice", "sea")
                .get(random.nextInt(3)) + "&subject=earth&subject=physics&licence=MIT&health=one"
                + "&size=to-10-gb");
        pages.put("search: page 40, largest", "/search?sort=largest&page=40");
        pages.put("data set", "/datasets/c" + random.nextInt(DATASETS));
        pages.put("my data", "/my-data");
        pages.put("groups", "/groups");
        pages.put("transfers", "/transfers");
        pages.put("machines", "/machines");
        pages.put("publish", "/publish");
        return pages;
    }

    private Map<String, List<Double>> one(URI url, String cookie, int rounds) throws Exception {
        var random = new Random(SEED);
        Map<String, List<Double>> times = new LinkedHashMap<>();
        for (int i = 0; i < rounds; i++) {
            for (var page : pages(random).entrySet()) {
                times.computeIfAbsent(page.getKey(), _ -> new ArrayList<>())
                        .add(get(url, page.getValue(), cookie));
            }
        }
        return times;
    }

    private Map<String, List<Double>> crowd(URI url, List<String> cookies) throws Exception {
        Map<String, List<Double>> times = new LinkedHashMap<>();
        pages(new Random(SEED)).keySet()
                .forEach(page -> times.put(page, Collections.synchronizedList(new ArrayList<>())));
        // Drawn, since generators of neighbouring seeds begin alike, and all would come at one moment.
        var seeds = new Random(SEED);
        long beganNs = System.nanoTime();
        try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < cookies.size(); i++) {
                int person = i;
                long seed = seeds.nextLong();
                all.add(people.submit(() -> {
                    browse(url, cookies.get(person), new Random(seed), times);
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

    private void browse(URI url, String cookie, Random random, Map<String, List<Double>> times)
            throws Exception {
        for (int i = 0; i < CROWD_PAGES; i++) {
            LockSupport.parkNanos((long) (-READING_S * 1e9 * Math.log(1 - random.nextDouble())));
            var pages = List.copyOf(pages(random).entrySet());
            var page = pages.get(random.nextInt(pages.size()));
            Objects.requireNonNull(times.get(page.getKey()))
                    .add(get(url, page.getValue(), cookie));
        }
    }

    /** Milliseconds from the request to the end of the answer. */
    private double get(URI url, String path, String cookie) throws Exception {
        var request = HttpRequest.newBuilder(url.resolve(path)).header("Cookie", cookie).build();
        long beganNs = System.nanoTime();
        HttpResponse<byte[]> answer = client.send(request, BodyHandlers.ofByteArray());
        double millis = (System.nanoTime() - beganNs) / 1e6;
        boolean hidden = answer.statusCode() == 404 && path.startsWith("/datasets/");
        if (answer.statusCode() != 200 && !hidden) {
            failures.incrementAndGet();
        }
        return millis;
    }

    private static void print(String title, Map<String, List<Double>> times) {
        System.out.printf("  %-26s %8s %8s %8s%n", title, "p50 ms", "p95 ms", "max ms");
        times.forEach((page, all) -> {
            double[] sorted = all.stream().mapToDouble(each -> each).sorted().toArray();
            if (sorted.length > 0) {
                System.out.printf("    %-24s %8.1f %8.1f %8.1f  (%s)%n", page,
                        at(sorted, 0.5), at(sorted, 0.95), at(sorted, 1), sorted.length);
            }
        });
    }

    private static double at(double[] sorted, double part) {
        return sorted[Math.min(sorted.length - 1, (int) (part * sorted.length))];
    }
}

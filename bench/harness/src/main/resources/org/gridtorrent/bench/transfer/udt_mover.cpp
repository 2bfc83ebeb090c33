// Moves bytes over UDT (libudt), each flow a socket and a thread of its own; all connect at once.
//   udt_mover receive PORT FLOWS SECONDS [FILE]    writes FILE, or counts; then says bytes and seconds
//   udt_mover send HOST PORT FLOWS SECONDS [FILE]  sends FILE, a part by each flow, or zeros for so long
#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <udt/udt.h>
#include <vector>

using Clock = std::chrono::steady_clock;

// Where a flow's part of the file begins, and how long it is; without a file it has no end.
struct Part {
    int64_t offset;
    int64_t length;
};

static const char SENDER_PORT[] = "9101";
static const int BUFFER_LENGTH = 256 * 1024;
static const int64_t ENDLESS = INT64_MAX;
static std::atomic<int64_t> arrived(0);

[[noreturn]] static void fail(const char *what) {
    fprintf(stderr, "udt_mover: %s: %s\n", what, UDT::getlasterror().getErrorMessage());
    _exit(1);
}

static double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

static sockaddr_in place(const char *host, const char *port) {
    sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons(atoi(port));
    inet_pton(AF_INET, host, &address.sin_addr);
    return address;
}

static bool sendAll(UDTSOCKET socket, const char *bytes, int length) {
    for (int sent = 0; sent < length;) {
        int count = UDT::send(socket, bytes + sent, length - sent, 0);
        if (count == UDT::ERROR) return false;
        sent += count;
    }
    return true;
}

static void receiveFlow(UDTSOCKET socket, int file) {
    std::vector<char> buffer(BUFFER_LENGTH);
    Part part;
    for (int got = 0; got < (int) sizeof part;) {
        int count = UDT::recv(socket, (char *) &part + got, sizeof part - got, 0);
        if (count == UDT::ERROR) fail("receiving");
        got += count;
    }
    for (int64_t left = part.length; left > 0;) {
        int count = UDT::recv(socket, buffer.data(), BUFFER_LENGTH, 0);
        if (count == UDT::ERROR) {
            if (part.length == ENDLESS) return; // the sender's time is over
            fail("receiving");
        }
        if (file >= 0 && pwrite(file, buffer.data(), count, part.offset) != count) {
            perror("udt_mover: writing");
            _exit(1);
        }
        part.offset += count;
        left -= count;
        arrived += count;
    }
}

static void sendFlow(sockaddr_in address, int file, Part part, double seconds) {
    UDTSOCKET socket = UDT::socket(AF_INET, SOCK_STREAM, 0);
    // All flows share a port: each port has a thread that waits by spinning.
    sockaddr_in own = place("0.0.0.0", SENDER_PORT);
    if (UDT::bind(socket, (sockaddr *) &own, sizeof own) == UDT::ERROR) fail("bind");
    if (UDT::connect(socket, (sockaddr *) &address, sizeof address) == UDT::ERROR) fail("connect");
    std::vector<char> buffer(BUFFER_LENGTH);
    Clock::time_point start = Clock::now();
    if (!sendAll(socket, (const char *) &part, sizeof part)) fail("sending");
    while (part.length > 0 && (file >= 0 || since(start) < seconds)) {
        int count = (int) std::min<int64_t>(BUFFER_LENGTH, part.length);
        if (file >= 0 && pread(file, buffer.data(), count, part.offset) != count) {
            perror("udt_mover: reading");
            _exit(1);
        }
        if (!sendAll(socket, buffer.data(), count)) {
            if (file < 0) return; // the receiver has seen enough
            fail("sending");
        }
        part.offset += count;
        part.length -= count;
    }
    UDT::close(socket); // waits until all of it has arrived
}

static int receive(char **words, const char *path) {
    int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644) : -1;
    sockaddr_in address = place("0.0.0.0", words[0]);
    UDTSOCKET server = UDT::socket(AF_INET, SOCK_STREAM, 0);
    if (UDT::bind(server, (sockaddr *) &address, sizeof address) == UDT::ERROR) fail("bind");
    if (UDT::listen(server, 128) == UDT::ERROR) fail("listen");
    puts("listening");
    fflush(stdout);
    std::vector<std::thread> flows;
    Clock::time_point start;
    for (int i = 0; i < atoi(words[1]); i++) {
        UDTSOCKET socket = UDT::accept(server, nullptr, nullptr);
        if (socket == UDT::INVALID_SOCK) fail("accept");
        if (i == 0) start = Clock::now();
        flows.emplace_back(receiveFlow, socket, file);
    }
    if (path) {
        for (std::thread &flow : flows) flow.join();
    } else {
        std::this_thread::sleep_for(std::chrono::duration<double>(atof(words[2]) - since(start)));
    }
    printf("%lld %f\n", (long long) arrived, since(start));
    fflush(stdout);
    _exit(0); // flows without an end go with it
}

static int send(char **words, const char *path) {
    int file = path ? open(path, O_RDONLY) : -1;
    struct stat state;
    int64_t length = path && fstat(file, &state) == 0 ? state.st_size : ENDLESS;
    sockaddr_in address = place(words[0], words[1]);
    int count = atoi(words[2]);
    std::vector<std::thread> flows;
    for (int i = 0; i < count; i++) {
        int64_t from = path ? length / count * i : 0;
        int64_t to = !path || i == count - 1 ? length : length / count * (i + 1);
        flows.emplace_back(sendFlow, address, file, Part{from, to - from}, atof(words[3]));
    }
    for (std::thread &flow : flows) flow.join();
    _exit(0);
}

int main(int count, char **words) {
    UDT::startup();
    bool receiving = count >= 5 && strcmp(words[1], "receive") == 0;
    int fixed = receiving ? 5 : 6;
    if (count < fixed || count > fixed + 1) {
        fputs("usage: udt_mover receive PORT FLOWS SECONDS [FILE] | send HOST PORT FLOWS SECONDS [FILE]\n",
                stderr);
        return 2;
    }
    const char *path = count > fixed ? words[fixed] : nullptr;
    return receiving ? receive(words + 2, path) : send(words + 2, path);
}

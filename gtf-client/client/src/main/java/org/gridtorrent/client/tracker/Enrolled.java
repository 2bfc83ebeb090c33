package org.gridtorrent.client.tracker;

/** The answer to an enrolment. */
public record Enrolled(String site, String userId, String userName, String deviceId,
        Credentials credentials,
        String apiToken) {
    @Override
    public String toString() {
        return "Enrolled[" + userName + " at " + site + ", device " + deviceId + "]"; // without the token
    }
}

package org.gridtorrent.bench.tracker;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * SOAP call of ws-tracker.wsdl as an HTTP request, encoded once and sent many times.
 *
 * @param operation name of the WSDL operation, by which the response is recognized
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never changed
record SoapRequest(String operation, byte[] bytes) {
    private static final int MAX_WAIT_SECONDS = 50;

    static SoapRequest enrol(String code, String certificateRequest) {
        return of("enrol", "<code>" + code + "</code><certificateRequest>" + certificateRequest
                + "</certificateRequest><deviceName>bench</deviceName>"
                + "<clientVersion>1</clientVersion>");
    }

    /** Reports that the device listens for peers. */
    static SoapRequest reportDevice() {
        return of("reportDevice", "<clientVersion>1</clientVersion><endpoint>"
                + "<transport>tcp</transport><port>6881</port></endpoint>"
                + "<freeBytes>1</freeBytes>");
    }

    /** Regular announce: of a seed that wants no peers, or of a leech that lacks a byte and wants some. */
    static SoapRequest announce(String infoHash, int peersWanted) {
        return of("announce", "<infoHash>" + infoHash + "</infoHash><event>update</event>"
                + "<uploaded>0</uploaded><downloaded>0</downloaded><left>"
                + (peersWanted == 0 ? 0 : 1) + "</left><peersWanted>" + peersWanted
                + "</peersWanted>");
    }

    /** A poll that is held until the revision is another than this, or as long as may be. */
    static SoapRequest poll(long revision) {
        return of("fetchTasks", "<afterRevision>" + revision + "</afterRevision><waitSeconds>"
                + MAX_WAIT_SECONDS + "</waitSeconds>");
    }

    private static SoapRequest of(String operation, String parameters) {
        byte[] body = ("<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\">"
                + "<soap:Body><" + operation + " xmlns=\"urn:gridtorrent:tracker:1\">"
                + parameters + "</" + operation + "></soap:Body></soap:Envelope>")
                .getBytes(StandardCharsets.UTF_8);
        byte[] head = ("POST /tracker/1 HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: text/xml; charset=utf-8\r\nSOAPAction: \"\"\r\n"
                + "Content-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] all = new byte[head.length + body.length];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        return new SoapRequest(operation, all);
    }

    /** The text of the first element of this name. */
    static String element(String answer, String name) throws IOException {
        int begin = answer.indexOf(name + ">");
        int end = answer.indexOf("</", begin);
        if (begin < 0 || end < 0) {
            throw new IOException("an answer without " + name + ": " + answer);
        }
        return answer.substring(begin + name.length() + 1, end);
    }
}

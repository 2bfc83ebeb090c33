package org.gridtorrent.client.tracker.call;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.ConnectionType;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.gridtorrent.contract.WsTracker;

/** Makes the SOAP stub: TLS as told, timeouts, no redirect followed. */
public final class SoapPorts {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private SoapPorts() {}

    public static WsTracker open(URI endpoint, SSLContext tls, Duration answerTimeout) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setServiceClass(WsTracker.class);
        factory.setAddress(endpoint.toString());
        // DTDs are off in CXF's reader already; these cap what an answer may hold.
        factory.setProperties(Map.of("org.apache.cxf.stax.maxChildElements", "50000",
                "org.apache.cxf.stax.maxElementDepth", "32"));
        WsTracker port = factory.create(WsTracker.class);
        configure(ClientProxy.getClient(port), tls, answerTimeout);
        return port;
    }

    /** How long this thread waits for the answers to its calls from now on. */
    public static void wait(WsTracker port, Duration answerTimeout) {
        ClientProxy.getClient(port).getRequestContext().put(Message.RECEIVE_TIMEOUT,
                answerTimeout.toMillis());
    }

    private static void configure(Client client, SSLContext tls, Duration answerTimeout) {
        client.setThreadLocalRequestContext(true);
        HTTPConduit conduit = (HTTPConduit) client.getConduit();
        TLSClientParameters parameters = new TLSClientParameters();
        parameters.setSslContext(tls);
        conduit.setTlsClientParameters(parameters);
        HTTPClientPolicy policy = new HTTPClientPolicy();
        policy.setConnectionTimeout(CONNECT_TIMEOUT.toMillis());
        policy.setReceiveTimeout(answerTimeout.toMillis());
        policy.setConnection(ConnectionType.KEEP_ALIVE);
        policy.setAutoRedirect(false);
        policy.setAllowChunking(false);
        policy.setVersion("1.1");
        conduit.setClient(policy);
        client.getInInterceptors().add(new RetryAfter());
    }
}

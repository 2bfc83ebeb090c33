package org.gridtorrent.tracker.soap;

import jakarta.servlet.Servlet;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import java.util.HashMap;
import java.util.Map;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.common.logging.LogUtils;
import org.apache.cxf.common.logging.Slf4jLogger;
import org.apache.cxf.jaxws.EndpointImpl;
import org.apache.cxf.logging.FaultListener;
import org.apache.cxf.transport.servlet.CXFNonSpringServlet;
import org.gridtorrent.tracker.limit.Workload;

/** The SOAP endpoint in CXF with its limits; the servlet answers below the path of its mapping. */
public final class SoapService implements AutoCloseable {
    private static final int DEEPEST = 32;
    private static final int MOST_ELEMENTS = 20_000;
    private static final int MOST_ATTRIBUTES = 32;
    private static final int LONGEST_TEXT = 16 * 1024 * 1024;

    static {
        LogUtils.setLoggerClass(Slf4jLogger.class);
    }

    private final Bus bus;
    private final CXFNonSpringServlet servlet;

    private SoapService(Bus bus, CXFNonSpringServlet servlet) {
        this.bus = bus;
        this.servlet = servlet;
    }

    /** The service at path {@code /1} of the servlet, its WSDL naming the published address. */
    public static SoapService of(TrackerEndpoint operations, String publishedUrl,
            CallListener listener, Workload workload) {
        Bus bus = BusFactory.newInstance().createBus();
        bus.setProperties(limits());
        var servlet = new PublishingServlet(bus, publishedUrl, operations,
                new LoggingInvoker(operations, listener, workload));
        return new SoapService(bus, servlet);
    }

    public Servlet servlet() {
        return servlet;
    }

    @Override
    public void close() {
        bus.shutdown(true);
    }

    private static Map<String, Object> limits() {
        return Map.of(
                "org.apache.cxf.stax.maxElementDepth", DEEPEST,
                "org.apache.cxf.stax.maxElementCount", (long) MOST_ELEMENTS,
                "org.apache.cxf.stax.maxChildElements", MOST_ELEMENTS,
                "org.apache.cxf.stax.maxAttributeCount", MOST_ATTRIBUTES,
                "org.apache.cxf.stax.maxTextLength", (long) LONGEST_TEXT,
                // Not of answers, which are its own: tests hold them against the schema.
                "schema-validation-enabled", "IN",
                "exceptionMessageCauseEnabled", "false",
                "faultStackTraceEnabled", "false",
                "mtom-enabled", "false");
    }

    /** Publishes once the servlet's own transport stands, so that the address lies under it. */
    private static final class PublishingServlet extends CXFNonSpringServlet {
        private static final long serialVersionUID = 1L;

        private final String publishedUrl;
        private final transient TrackerEndpoint operations;
        private final transient LoggingInvoker calls;

        PublishingServlet(Bus bus, String publishedUrl, TrackerEndpoint operations,
                LoggingInvoker calls) {
            this.publishedUrl = publishedUrl;
            this.operations = operations;
            this.calls = calls;
            setBus(bus);
        }

        @Override
        public void init(ServletConfig config) throws ServletException {
            super.init(config);
            var endpoint = new EndpointImpl(getBus(), operations);
            var faults = new FaultAnswers();
            Map<String, Object> properties = new HashMap<>(limits());
            properties.put(FaultListener.class.getName(), faults);
            endpoint.setProperties(properties);
            endpoint.setInvoker(calls);
            endpoint.getInInterceptors().add(new SingleOperationInterceptor());
            endpoint.getOutFaultInterceptors().add(faults);
            endpoint.setPublishedEndpointUrl(publishedUrl);
            endpoint.publish("/1");
        }
    }
}

package org.gridtorrent.ccm.rest;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.cxf.jaxrs.model.OperationResourceInfo;
import org.apache.cxf.jaxrs.model.Parameter;
import org.apache.cxf.jaxrs.model.ParameterType;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.gridtorrent.ccm.http.LogText;
import org.gridtorrent.ccm.http.Refusal;

/**
 * Refuses a parameter of the query that the operation does not know, since it is most often a slip. Safe
 * for use by several threads.
 */
final class UnknownParameterFilter implements ContainerRequestFilter {
    @Override
    public void filter(ContainerRequestContext request) {
        Set<String> known = PhaseInterceptorChain.getCurrentMessage().getExchange()
                .get(OperationResourceInfo.class).getParameters().stream()
                .filter(parameter -> parameter.getType() == ParameterType.QUERY)
                .map(Parameter::getName).collect(Collectors.toSet());
        for (String name : request.getUriInfo().getQueryParameters().keySet()) {
            if (!known.contains(name)) {
                throw Refusal.badRequest(
                        "There is no parameter \"" + LogText.one(name) + "\" here.");
            }
        }
    }
}

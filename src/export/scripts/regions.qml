<qgis version="3.22" styleCategories="Symbology">
 <renderer-v2 type="singleSymbol" symbollevels="0" enableorderby="0" forceraster="0" referencescale="-1">
  <symbols>
   <symbol type="fill" name="0" alpha="1" clip_to_extent="1" force_rhr="0">
    <layer class="SimpleFill" enabled="1" pass="0" locked="0">
     <Option type="Map">
      <Option type="QString" name="color" value="200,180,120,50"/>
      <Option type="QString" name="style" value="solid"/>
      <Option type="QString" name="outline_color" value="120,110,60,120"/>
      <Option type="QString" name="outline_width" value="0.15"/>
      <Option type="QString" name="outline_width_unit" value="MM"/>
      <Option type="QString" name="outline_style" value="solid"/>
     </Option>
     <prop k="color" v="200,180,120,50"/>
     <prop k="style" v="solid"/>
     <prop k="outline_color" v="120,110,60,120"/>
     <prop k="outline_width" v="0.15"/>
     <prop k="outline_width_unit" v="MM"/>
     <prop k="outline_style" v="solid"/>
     <data_defined_properties>
      <Option type="Map">
       <Option type="QString" name="name" value=""/>
       <Option type="Map" name="properties">
        <Option type="Map" name="fillColor">
         <Option type="bool" name="active" value="true"/>
         <Option type="QString" name="expression" value="set_color_part(&quot;color&quot;, 'alpha', 110)"/>
         <Option type="int" name="type" value="3"/>
        </Option>
       </Option>
       <Option type="QString" name="type" value="collection"/>
      </Option>
     </data_defined_properties>
    </layer>
   </symbol>
  </symbols>
 </renderer-v2>
 <blendMode>0</blendMode>
 <featureBlendMode>0</featureBlendMode>
 <layerGeometryType>2</layerGeometryType>
</qgis>
